/**
 * The only ways from a text to markup, and to the address of a script. The page's Content-Security-Policy forbids all
 * others (`require-trusted-types-for 'script'`) in browsers that support Trusted Types.
 */
interface Policy {
  createHTML(markup: string): string;
  createScriptURL(address: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

/** Lines and letters of SVG, with attributes that execute nothing. */
const DRAWN =
  /^(?:<\/?(?:circle|ellipse|g|line|path|polygon|polyline|rect|text|tspan)(?:\s+(?!on)[a-z-]+="[^"<>]*")*\s*\/?>|[^<>])*$/;

const rules: Policy = {
  createHTML(markup) {
    if (!DRAWN.test(markup)) throw new TypeError("only lines and letters are drawn from markup");
    return markup;
  },
  createScriptURL(address) {
    const { origin, href } = new URL(address, location.href);
    if (origin !== location.origin) throw new TypeError(`a script from elsewhere: ${href}`);
    return href;
  },
};
const { trustedTypes } = globalThis as { trustedTypes?: Policies };
const policy = trustedTypes?.createPolicy("mamayev", rules) ?? rules;

/** SVG markup that only draws, for `innerHTML`. Throws for any other markup. */
export const drawing = (markup: string): string => policy.createHTML(markup);

/** The address of a script of ours, for a worker. Throws for a script from elsewhere. */
export const script = (address: string | URL): string => policy.createScriptURL(String(address));

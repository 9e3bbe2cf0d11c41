import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/**
 * Each symbol set of milsymbol with the icons that its codes name, and no others: of the file that draws land units,
 * most is for places and incidents.
 */
export function iconsOfSets(): Plugin {
  const set = /\/numbersidc\/sidc\/([\w-]+\.js)$/;
  const parts = /\/iconparts\/[\w-]+\.js$/;
  return {
    name: "icons-of-sets",
    enforce: "pre",
    async resolveId(source, importer) {
      const of = set.exec(importer ?? "");
      if (!of || !parts.test(source)) return null;
      const file = await this.resolve(source, importer, { skipSelf: true });
      return file && `${file.id}?of=${of[1]}`;
    },
    async load(id) {
      const [file, of] = id.split("?of=") as [string, string?];
      if (of === undefined || !parts.test(file)) return null;
      const [code, codes] = await Promise.all([
        readFile(file, "utf8"),
        readFile(join(dirname(file), "../numbersidc/sidc", of), "utf8"),
      ]);
      return only(code, iconsIn(codes), this.parse(code));
    },
  };
}

/** The names of icons in some code. */
const iconsIn = (code: string): string[] => [...code.matchAll(/\bicn\[\s*"([^"]+)"\s*\]/g)].map(([, name]) => name!);

/** The code of a file of icons, without those that neither a code nor a kept line names. */
function only(code: string, named: string[], program: ReturnType<Rolldown.PluginContext["parse"]>): string {
  const main = program.body.find((one) => one.type === "ExportDefaultDeclaration")?.declaration;
  if (main?.type !== "FunctionDeclaration") throw new Error("A file of icons no longer exports one function.");
  const lines = main.body!.body.map(({ start, end }) => {
    const text = code.slice(start, end);
    return { start, end, icon: /^icn\[\s*"([^"]+)"\s*\]\s*=/.exec(text)?.[1], names: iconsIn(text) };
  });
  const kept = new Set<string>();
  const keep = (name: string): void => {
    if (kept.has(name)) return;
    kept.add(name);
    for (const { icon, names } of lines) if (icon === name) names.forEach(keep);
  };
  named.forEach(keep);
  for (const { icon, names } of lines) if (icon === undefined) names.forEach(keep);
  const gone = lines.filter(({ icon }) => icon !== undefined && !kept.has(icon));
  return gone.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
}

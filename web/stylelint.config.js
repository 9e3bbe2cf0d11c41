const px = "\\d*\\.?\\d+(px|rem|em)";
/** No length of its own for what a token names. */
const noLength = [new RegExp(`(^|[\\s(,])-?${px}`)];

export default {
  ignoreFiles: ["src/palette.css"], // where the tokens are
  overrides: [{ files: ["**/*.svelte"], customSyntax: "postcss-html" }],
  reportNeedlessDisables: true,
  rules: {
    "color-no-hex": true,
    "color-named": "never",
    "function-disallowed-list": ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"],
    "declaration-property-value-disallowed-list": {
      "font-size": noLength,
      // The line height after the slash is no size of type.
      font: [new RegExp(`^([^/]*[\\s(,])?${px}`)],
      "/radius$/": [...noLength, /%/],
      "/^(row-|column-)?gap$/": noLength,
    },
  },
};

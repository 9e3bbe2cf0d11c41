import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

/**
 * What eslint asks of a component's types. They are those of a virtual file, for which the types of the whole program are
 * made again, so that takes minutes and is left to `npm run lint:deep`. Even then the parser takes components and snippets
 * of other files for "any"; svelte-check knows their types and checks them.
 */
const components = process.env.DEEP
  ? {
      files: ["**/*.svelte"],
      rules: {
        "@typescript-eslint/no-unsafe-argument": "off",
        "@typescript-eslint/no-unsafe-assignment": "off",
        "@typescript-eslint/no-unsafe-call": "off",
        "@typescript-eslint/no-unsafe-member-access": "off",
        "@typescript-eslint/no-unsafe-return": "off",
      },
    }
  : { files: ["**/*.svelte"], ...ts.configs.disableTypeChecked };

export default ts.config(
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      // Only sets and maps that change need their reactive kin; ours are made anew by a derivation and then read.
      "svelte/prefer-svelte-reactivity": "off",
      // A space at the end of a block, which the compiler would leave out, is written {/* kept */ " "}.
      "svelte/no-useless-mustaches": ["error", { ignoreIncludesComment: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  components,
  { ignores: ["eslint.config.js", "stylelint.config.js", "src/protocol.ts"] },
);

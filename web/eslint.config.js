/**
 * What is held to be a mistake in the page's code. Prettier holds its form, svelte-check its types.
 */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "src/generated", "test-results", "playwright-report"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // The type checker knows all names, also those of types.
      "no-undef": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      // Playwright reads from the pattern what a fixture needs, also where that is nothing.
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
      // Maps and sets here are replaced, not changed, or are nobody's state; it cannot see that.
      "svelte/prefer-svelte-reactivity": "off",
      // It does not know all warnings of the compiler; svelte-check does.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  // A promise that nobody waits for is a test that cannot fail, or an error that nobody hears.
  ...[
    ["src/**/*.ts", "./tsconfig.json"],
    ["{e2e,build}/**/*.ts", "./tsconfig.node.json"],
    ["worker/*.ts", "./worker/tsconfig.json"],
  ].map(([files, project]) => ({
    files: [files],
    ignores: ["**/*.svelte.ts"],
    languageOptions: { parserOptions: { project, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
    },
  })),
  // What time it is, src/lib/clock.ts alone says: the device's clock may be hours off, or be set.
  {
    files: ["{src,worker}/**/*.{ts,svelte}"],
    ignores: ["src/lib/clock.ts", "**/*.test.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...[
          "MemberExpression[object.name='Date'][property.name='now']",
          "NewExpression[callee.name='Date'][arguments.length=0]",
          "CallExpression[callee.name='Date']",
          "MemberExpression[object.name='performance'][property.name='now']",
        ].map((selector) => ({ selector, message: "Ask src/lib/clock.ts what time it is." })),
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig },
    },
  },
);

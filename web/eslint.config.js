/**
 * Lint rules of the page. Prettier checks the formatting, svelte-check the types.
 */
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** The globals that reach the network. */
const NETWORK = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"];

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
      // Playwright reads the dependencies of a fixture from the pattern, which may be empty.
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
      // Maps and sets here are replaced instead of changed, or are no state; the rule cannot know that.
      "svelte/prefer-svelte-reactivity": "off",
      // The plugin does not know all warnings of the compiler; svelte-check does.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  // A promise without await is a test that cannot fail, or an unhandled error.
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
  // Only src/lib/clock.ts reads clocks: the device's clock may be hours off, or be set.
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
        ].map((selector) => ({ selector, message: "Use src/lib/clock.ts instead." })),
      ],
    },
  },
  // Only the transports reach the network: everything else works with and without a server.
  {
    files: ["src/**/*.{ts,svelte}"],
    ignores: ["src/lib/api/server.ts", "**/*.test.ts", "src/lib/testing/**"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...NETWORK.map((name) => ({ name, message: "Use src/lib/api/dispatch.ts instead." })),
      ],
      "no-restricted-properties": [
        "error",
        ...["window", "globalThis", "self"].flatMap((object) =>
          NETWORK.map((property) => ({
            object,
            property,
            message: "Use src/lib/api/dispatch.ts instead.",
          })),
        ),
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

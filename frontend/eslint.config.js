import { qwikEslint9Plugin } from "eslint-plugin-qwik"
import tseslint from "typescript-eslint"

// TypeScript does not see what `$` may not capture; in production such a mistake is a 500. This gate is therefore hard.
export default tseslint.config(
  { ignores: ["dist", "server-dist", "scripts", "tmp", "eslint.config.js"] },
  ...tseslint.configs.recommended,
  qwikEslint9Plugin.configs.recommended,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  { rules: { "qwik/no-use-visible-task": "off", "@typescript-eslint/no-explicit-any": "error" } }
)

import { qwikEslint9Plugin } from "eslint-plugin-qwik"
import tseslint from "typescript-eslint"

// TypeScript does not check what `$` may capture; a mistake is a 500 in production, so these rules are errors.
export default tseslint.config(
  { ignores: ["dist", "server-dist", "scripts", "tmp", "eslint.config.js"] },
  ...tseslint.configs.recommended,
  qwikEslint9Plugin.configs.recommended,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      "qwik/no-use-visible-task": "off",
      "@typescript-eslint/no-explicit-any": "error",
      // the optimizer ignores a $ inside an object of an attribute: the page could not be rendered
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@builder.io/qwik-city",
              importNames: ["useLocation", "useNavigate", "Link"],
              message: "Take useLocation and useNavigate from ~/lib/route: these bring the router before anybody moves."
            }
          ]
        }
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "JSXAttribute ObjectExpression CallExpression[callee.name='$']",
          message: "Make the object outside of the tag: a $ within an object in an attribute is not compiled."
        }
      ]
    }
  }
)

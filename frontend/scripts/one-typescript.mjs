// npm hoists eslint's helpers beside the server's TypeScript, which they do not support.
import { registerHooks } from "node:module"
import { pathToFileURL } from "node:url"
import { installed } from "./runtime.mjs"

const own = pathToFileURL(installed("typescript/lib/typescript.js")).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url: own, format: "commonjs", shortCircuit: true } : next(specifier, context)
})

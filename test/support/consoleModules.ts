import { existsSync } from "node:fs"
import { registerHooks } from "node:module"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const sources = path.resolve(import.meta.dirname, "../../frontend/src")

/**
 * Import hook for plain console modules: resolves `~` and names without extension. Tests that need the console's
 * bundler have their own project (vitest.config.ts).
 */
registerHooks({
  resolve: (name, context, next) => {
    const from =
      context.parentURL?.startsWith("file:") === true ? path.dirname(fileURLToPath(context.parentURL)) : undefined
    const place = name.startsWith("~/")
      ? path.join(sources, name.slice(2))
      : from?.startsWith(sources) === true && name.startsWith(".")
        ? path.resolve(from, name)
        : undefined
    return next(place !== undefined && existsSync(`${place}.ts`) ? pathToFileURL(`${place}.ts`).href : name, context)
  }
})

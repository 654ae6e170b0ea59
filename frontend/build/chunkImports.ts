import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

const NAME = "virtual:chunk-imports"
const manifest = fileURLToPath(new URL("../dist/q-manifest.json", import.meta.url))

export const chunkImports = (): Plugin => ({
  name: "chunk-imports",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load(id) {
    if (id !== `\0${NAME}`) return null
    const { bundles } = existsSync(manifest)
      ? (JSON.parse(readFileSync(manifest, "utf8")) as {
          readonly bundles: Record<string, { readonly imports?: ReadonlyArray<string> }>
        })
      : { bundles: {} }
    return `export default ${JSON.stringify(Object.fromEntries(Object.entries(bundles).flatMap(([name, { imports = [] }]) => (imports.length > 0 ? [[name, imports]] : []))))}`
  }
})

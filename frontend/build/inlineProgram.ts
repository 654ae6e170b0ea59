import { fileURLToPath } from "node:url"
import { build, type Plugin } from "vite"

const NAME = "virtual:early"
const entry = fileURLToPath(new URL("../src/early/early.ts", import.meta.url))

export const inlineProgram = (): Plugin => ({
  name: "inline-program",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  async load(id) {
    if (id !== `\0${NAME}`) return null
    this.addWatchFile(entry)
    const built = await build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      build: { write: false, target: "es2022", minify: "esbuild", lib: { entry, name: "early", formats: ["iife"] } }
    })
    const [output] = [built].flat()
    const chunk = output && "output" in output ? output.output[0] : undefined
    if (chunk === undefined) throw new Error("the inline program was not built")
    return `export default ${JSON.stringify(chunk.code.trim())}`
  }
})

import { fileURLToPath } from "node:url"
import { qwikCity } from "@builder.io/qwik-city/vite"
import { qwikVite } from "@builder.io/qwik/optimizer"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { chunkImports } from "./build/chunkImports"
import { gatherSegments } from "./build/gatherSegments"
import { inlineProgram } from "./build/inlineProgram"
import { noPreloader } from "./build/noPreloader"
import { shortNames } from "./build/shortNames"

// inlineStylesUpToBytes is passed through to the optimizer but missing from its published types.
const stylesAsFiles = { inlineStylesUpToBytes: 0 } as object

export default defineConfig(() => ({
  plugins: [
    qwikCity({ trailingSlash: false }),
    qwikVite({
      // Qwik's inlined <style> carries no nonce, so CSS stays in files and `style-src` stays strict.
      optimizerOptions: stylesAsFiles,
      // Editors with unsaved changes ask before the page is left (components/action/use-guard).
      experimental: ["preventNavigate"],
      // The default preloads every font file on every page.
      disableFontPreload: true
    }),
    tailwindcss(),
    chunkImports(),
    inlineProgram(),
    noPreloader(),
    gatherSegments(),
    shortNames()
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: { target: "es2022" as const }
}))

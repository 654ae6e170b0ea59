// Bundles the page that shows PDFs into one file, dist/preview/pdf.html: it has no origin, and could fetch nothing beside itself.
// The service answers it with a policy that names its one script by hash (http/console/previewPage.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { build } from "vite"
import { frontend } from "./runtime.mjs"

const [{ output }] = [await build({
  configFile: false, root: `${frontend}pdf`, logLevel: "warn",
  build: {
    write: false, target: "es2022", modulePreload: false, chunkSizeWarningLimit: 4_000,
    lib: { entry: `${frontend}pdf/frame.ts`, formats: ["es"], fileName: "frame" },
    rollupOptions: { output: { inlineDynamicImports: true } }, minify: "esbuild"
  }
})].flat()
const [script, ...others] = output
if (others.length > 0) throw new Error(`the page of PDFs must be one script: ${others.map(({ fileName }) => fileName).join(", ")}`)
// what would end the element ends it, wherever in the script it stands
const code = script.code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")
const style = readFileSync(`${frontend}pdf/frame.css`, "utf8").trim()
mkdirSync(`${frontend}dist/preview`, { recursive: true })
writeFileSync(`${frontend}dist/preview/pdf.html`, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>PDF</title><style>${style}</style></head>
<body><main aria-label="Pages"></main><script type="module">${code}</script></body></html>
`)

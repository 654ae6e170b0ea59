// Bundles the page that shows PDFs into one file, dist/preview/pdf.html: it has no origin, and could fetch nothing beside itself.
// The service answers it with a policy that names its one script by hash (http/console/previewPage.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { build } from "esbuild"
import { frontend } from "./runtime.mjs"

// esbuild alone: the same as Vite's build in a tenth of the time, and white space within an ES module is minified too
const { outputFiles: [script] } = await build({
  entryPoints: [`${frontend}pdf/frame.ts`], bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", write: false, logLevel: "warning"
})
// what would end the element ends it, wherever in the script it stands
const code = script.text.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")
const style = readFileSync(`${frontend}pdf/frame.css`, "utf8").trim()
mkdirSync(`${frontend}dist/preview`, { recursive: true })
writeFileSync(`${frontend}dist/preview/pdf.html`, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>PDF</title><style>${style}</style></head>
<body><main aria-label="Pages"></main><script type="module">${code}</script></body></html>
`)

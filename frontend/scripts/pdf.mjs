// Bundles the PDF page into one file, dist/preview/pdf.html: without an origin it cannot fetch anything else. The
// service's CSP names its script by hash (http/console/previewPage.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { build } from "esbuild"
import { frontend } from "./runtime.mjs"

// esbuild alone: a tenth of the time of a Vite build, with the white space of ES modules minified too.
const {
  outputFiles: [script]
} = await build({
  entryPoints: [`${frontend}pdf/frame.ts`],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  write: false,
  logLevel: "warning"
})
// `</script` ends the element even within a string.
const code = script.text.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")
const style = readFileSync(`${frontend}pdf/frame.css`, "utf8").trim()
mkdirSync(`${frontend}dist/preview`, { recursive: true })
writeFileSync(
  `${frontend}dist/preview/pdf.html`,
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>PDF</title><style>${style}</style></head>
<body><main aria-label="Pages"></main><script type="module">${code}</script></body></html>
`
)

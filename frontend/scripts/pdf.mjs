// One file: without an origin it cannot fetch. The CSP names its script by hash (http/console/previewPage.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { build } from "esbuild"
import { frontend } from "./runtime.mjs"

// esbuild alone takes a tenth of the time of a Vite build and minifies white space of ES modules too.
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
// `</script` ends the element even in a string.
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

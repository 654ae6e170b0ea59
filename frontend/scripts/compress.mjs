// Writes a .br and a .gz beside every text file of dist/, so that serving one costs no CPU.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { frontend } from "./runtime.mjs"

const dist = `${frontend}dist`
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|mjs|css|svg|json|txt|html)$/.test(entry.name)) continue
  const path = `${entry.parentPath}/${entry.name}`
  const body = readFileSync(path)
  if (body.length < 512) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params }))
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
}

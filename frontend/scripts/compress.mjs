import { readdirSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { frontend } from "./runtime.mjs"

const dist = `${frontend}dist`
// Only the server build needs it; the service refuses to serve it (http/console/StaticFiles.ts).
const notServed = `${dist}/q-manifest.json`
const serverBuilt = process.channel ? new Promise((resolve) => process.once("message", resolve)) : Promise.resolve()
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

const compress = async (path) => {
  const body = await readFile(path)
  if (body.length < 512) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([brotli(body, { params }), gzipped(body, { level: 9 })])
  await serverBuilt
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

await Promise.all(
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|mjs|css|svg|json|txt|html)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => path !== notServed)
    .map(compress)
)

// Writes a .br and a .gz beside every text file of dist/ that is served, so that serving one costs no CPU.
import { readdirSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { frontend } from "./runtime.mjs"

const dist = `${frontend}dist`
// the server bundle reads it when it is built, and the service refuses it (http/console/StaticFiles.ts)
const notServed = `${dist}/q-manifest.json`
// the server's build lists what is in dist/, and what is written here is none of it
const serverBuilt = process.channel ? new Promise((resolve) => process.once("message", resolve)) : Promise.resolve()
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** Compresses one file in threads of zlib, of which there are several. */
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

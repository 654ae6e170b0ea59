import { createReadStream, readdirSync, statSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { extname, join, relative, sep } from "node:path"
import { acceptedEncoding, type Encoding } from "../acceptedEncoding.ts"

interface StaticFile {
  readonly path: string
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
  readonly encodings: ReadonlyArray<Encoding>
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2"
}

export const isHashed = (address: string): boolean => /^\/(build|assets)\//.test(address)

const cacheControlOf = (address: string): string =>
  isHashed(address) ? "public, max-age=31536000, immutable" : "public, max-age=3600"

const hiddenPaths = new Set(["/q-manifest.json"])

export const indexStaticFiles = (directory: string): ReadonlyMap<string, StaticFile> => {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
  const files = new Map<string, StaticFile>()
  for (const path of paths) {
    const address = `/${relative(directory, path).split(sep).join("/")}`
    const type = types[extname(path)]
    if (type === undefined || hiddenPaths.has(address)) continue
    const { mtimeMs, size } = statSync(path)
    files.set(address, {
      path,
      type,
      cacheControl: cacheControlOf(address),
      etag: `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
      encodings: [
        ...(paths.has(`${path}.br`) ? ["br" as const] : []),
        ...(paths.has(`${path}.gz`) ? ["gzip" as const] : [])
      ]
    })
  }
  return files
}

export const sendStaticFile = (file: StaticFile, request: IncomingMessage, response: ServerResponse): void => {
  response.removeHeader("Connection")
  response.setHeader("Cache-Control", file.cacheControl)
  response.setHeader("ETag", file.etag)
  if (file.encodings.length > 0) response.setHeader("Vary", "Accept-Encoding")
  if (request.headers["if-none-match"] === file.etag) {
    response.writeHead(304).end()
    return
  }
  const encoding = acceptedEncoding(request.headers["accept-encoding"], file.encodings)
  const path = encoding === null ? file.path : `${file.path}.${encoding === "br" ? "br" : "gz"}`
  if (encoding !== null) response.setHeader("Content-Encoding", encoding)
  response.setHeader("Content-Type", file.type)
  response.setHeader("Content-Length", statSync(path).size)
  response.statusCode = 200
  if (request.method === "HEAD") {
    response.end()
    return
  }
  createReadStream(path)
    .on("error", () => response.destroy())
    .pipe(response)
}

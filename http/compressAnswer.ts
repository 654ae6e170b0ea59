import { Effect } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import type { Encoding } from "./acceptedEncoding.ts"

export const encodings: ReadonlyArray<Encoding> = ["br", "gzip"]

const MIN_BYTES = 1_024
const MAX_SYNC_BYTES = 65_536
/** Threads are shared with password hashing and name resolution; further responses are sent uncompressed. */
const MAX_CONCURRENT_COMPRESSIONS = 2

const json = /^application\/(problem\+)?json\s*(;|$)/i
const problem = /^application\/problem\+json/i
const untouchable = /\bno-transform\b/i

type Answer = HttpServerResponse.HttpServerResponse
const typeOf = ({ body, headers }: Answer) =>
  headers["content-type"] ?? ("contentType" in body ? body.contentType : undefined) ?? ""

/** Excludes sign-in, whose responses contain CSRF values, and endpoints with `AnswersSecret`. */
export const isCompressible = (path: string, answer: Answer): boolean => {
  const { body, headers, status } = answer
  if (body._tag !== "Uint8Array" || body.contentLength < MIN_BYTES) return false
  if (!path.startsWith("/api/") || path.startsWith("/api/auth/")) return false
  const type = typeOf(answer)
  return (
    json.test(type) &&
    (problem.test(type) || (status >= 200 && status < 300 && status !== 206)) &&
    headers["content-encoding"] === undefined &&
    !untouchable.test(headers["cache-control"] ?? "")
  )
}

// a small window saves memory, and JSON repeats itself soon
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: 16
  }
}
const gzipOptions = { level: 1 }
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const compressSync = (source: string | Uint8Array, encoding: Encoding): Uint8Array =>
  encoding === "br" ? brotliCompressSync(source, brotliOptions) : gzipSync(source, gzipOptions)

let running = 0
const compressInThread = async (source: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
  running++
  try {
    return await (encoding === "br" ? compressors.br(source, brotliOptions) : compressors.gzip(source, gzipOptions))
  } finally {
    running--
  }
}

type EncodingCache = Map<Encoding, Uint8Array | Promise<Uint8Array>>
const encodingCaches = new WeakMap<HttpBody.HttpBody, EncodingCache>()

export const cacheEncodings = (answer: Answer): Answer => {
  encodingCaches.set(answer.body, new Map())
  return answer
}

const bytesOf = (body: HttpBody.Uint8Array, encoding: Encoding): Uint8Array | Promise<Uint8Array> | null => {
  const cache = encodingCaches.get(body)
  const cachedBytes = cache?.get(encoding)
  if (cachedBytes !== undefined) return cachedBytes
  // `body.body` would cache a copy of the text
  const source = body.text ?? body.body
  if (body.contentLength <= MAX_SYNC_BYTES) {
    const bytes = compressSync(source, encoding)
    cache?.set(encoding, bytes)
    return bytes
  }
  if (running >= MAX_CONCURRENT_COMPRESSIONS) return null
  const pendingBytes = compressInThread(source, encoding)
  if (cache !== undefined) {
    cache.set(encoding, pendingBytes)
    pendingBytes.then(
      (bytes) => cache.set(encoding, bytes),
      () => cache.delete(encoding)
    )
  }
  return pendingBytes
}

const withEncoding = (answer: Answer, encoding: Encoding, bytes: Uint8Array): Answer => {
  const { etag } = answer.headers
  return answer.pipe(
    HttpServerResponse.setBody(HttpBody.uint8Array(bytes, typeOf(answer))),
    HttpServerResponse.setHeaders({
      "content-encoding": encoding,
      ...(etag === undefined || etag.startsWith("W/") ? {} : { etag: `W/${etag}` })
    })
  )
}

/** Returns the response unchanged on failure, without savings, or under load. */
export const compressAnswer = Effect.fnUntraced(function* (answer: Answer, encoding: Encoding) {
  const { body } = answer
  if (body._tag !== "Uint8Array") return answer
  const bytes = yield* Effect.tryPromise(async () => bytesOf(body, encoding)).pipe(
    Effect.catch((failure) => Effect.as(Effect.logWarning("An answer could not be compressed", failure), null))
  )
  return bytes === null || bytes.length >= body.contentLength ? answer : withEncoding(answer, encoding, bytes)
})

import { Effect } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import type { Encoding } from "./acceptedEncoding.ts"

/** Best first. */
export const encodings: ReadonlyArray<Encoding> = ["br", "gzip"]

/** Bytes below which an answer fits a packet as it is. */
const smallest = 1_024
/** Bytes up to which compressing takes less than a millisecond, and is not worth a thread. */
const atOnce = 65_536
/** Larger answers that are compressed at a time; threads are shared with passwords and name resolution, so the next go as they are. */
const mostAtATime = 2

const json = /^application\/(problem\+)?json\s*(;|$)/i
const problem = /^application\/problem\+json/i
const untouchable = /\bno-transform\b/i

type Answer = HttpServerResponse.HttpServerResponse
const typeOf = ({ body, headers }: Answer) => headers["content-type"] ?? ("contentType" in body ? body.contentType : undefined) ?? ""

/**
 * Whether an answer is one that is compressed for who asks: JSON of the API that is whole, and tells no secret. Sign-in, whose
 * answers hold CSRF values, is left out altogether; single endpoints by `TellsSecret`.
 */
export const isCompressible = (path: string, answer: Answer): boolean => {
  const { body, headers, status } = answer
  if (body._tag !== "Uint8Array" || body.contentLength < smallest) return false
  if (!path.startsWith("/api/") || path.startsWith("/api/auth/")) return false
  const type = typeOf(answer)
  return json.test(type) && (problem.test(type) || (status >= 200 && status < 300 && status !== 206)) &&
    headers["content-encoding"] === undefined && !untouchable.test(headers["cache-control"] ?? "")
}

// a small window: encoders take little memory, and JSON repeats itself soon
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_LGWIN]: 16
  }
}
const gzipOptions = { level: 1 }
const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const compressedNow = (source: string | Uint8Array, encoding: Encoding): Uint8Array =>
  encoding === "br" ? brotliCompressSync(source, brotliOptions) : gzipSync(source, gzipOptions)

let running = 0
const compressedAside = async (source: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> => {
  running++
  try {
    return await (encoding === "br" ? inThread.br(source, brotliOptions) : inThread.gzip(source, gzipOptions))
  } finally {
    running--
  }
}

type Kept = Map<Encoding, Uint8Array | Promise<Uint8Array>>
const kept = new WeakMap<HttpBody.HttpBody, Kept>()

/** For an answer that is sent again and again: each of its encodings is made once, and goes when the answer does. */
export const keepEncodings = (answer: Answer): Answer => {
  kept.set(answer.body, new Map())
  return answer
}

/** The bytes of an answer, which may be on their way; none while enough others are. */
const bytesOf = (body: HttpBody.Uint8Array, encoding: Encoding): Uint8Array | Promise<Uint8Array> | null => {
  const made = kept.get(body)
  const known = made?.get(encoding)
  if (known !== undefined) return known
  // `body.body` would keep a copy of the text for as long as the answer lives
  const source = body.text ?? body.body
  if (body.contentLength <= atOnce) {
    const bytes = compressedNow(source, encoding)
    made?.set(encoding, bytes)
    return bytes
  }
  if (running >= mostAtATime) return null
  const coming = compressedAside(source, encoding)
  if (made !== undefined) {
    made.set(encoding, coming)
    coming.then((bytes) => made.set(encoding, bytes), () => made.delete(encoding))
  }
  return coming
}

const encoded = (answer: Answer, encoding: Encoding, bytes: Uint8Array): Answer => {
  const { etag } = answer.headers
  return answer.pipe(
    HttpServerResponse.setBody(HttpBody.uint8Array(bytes, typeOf(answer))),
    // a strong tag names bytes, and these are others
    HttpServerResponse.setHeaders({ "content-encoding": encoding, ...(etag === undefined || etag.startsWith("W/") ? {} : { etag: `W/${etag}` }) })
  )
}

/** An answer that `isCompressible`, compressed; as it is where that fails, saves nothing, or too many others are under way. */
export const compressAnswer = Effect.fnUntraced(function*(answer: Answer, encoding: Encoding) {
  const { body } = answer
  if (body._tag !== "Uint8Array") return answer
  const bytes = yield* Effect.tryPromise(async () => bytesOf(body, encoding)).pipe(
    Effect.catch((failure) => Effect.as(Effect.logWarning("An answer could not be compressed", failure), null))
  )
  return bytes === null || bytes.length >= body.contentLength ? answer : encoded(answer, encoding, bytes)
})

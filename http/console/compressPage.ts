import type { IncomingMessage, ServerResponse } from "node:http"
import { constants, createBrotliCompress, createGzip } from "node:zlib"
import { acceptedEncoding } from "../acceptedEncoding.ts"

const compressible = /^(text\/html|application\/json|application\/qwik-json)/

const brotli = () =>
  createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  })

/** Safe to compress: pages contain no secret except their nonce; CSRF values are never in HTML. */
export const compressPage = (request: IncomingMessage, response: ServerResponse): void => {
  const encoding = acceptedEncoding(request.headers["accept-encoding"], ["br", "gzip"])
  if (encoding === null || request.method === "HEAD") return
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  let encoder: ReturnType<typeof brotli> | ReturnType<typeof createGzip> | null | undefined
  const start = () => {
    const type = String(response.getHeader("content-type") ?? "")
    if (
      response.headersSent ||
      !compressible.test(type) ||
      response.statusCode === 304 ||
      response.hasHeader("content-encoding")
    )
      return null
    response.setHeader("Content-Encoding", encoding)
    response.setHeader("Vary", "Accept-Encoding")
    response.removeHeader("Content-Length")
    const started = encoding === "br" ? brotli() : createGzip({ level: 6 })
    started.on("data", (chunk: Buffer) => write(chunk))
    started.on("end", () => end())
    started.on("error", () => response.destroy())
    response.once("close", () => started.destroy())
    return started
  }
  response.write = ((chunk: string | Uint8Array, ...rest: Array<unknown>) => {
    if (encoder === undefined) encoder = start()
    if (!encoder) return Reflect.apply(write, response, [chunk, ...rest])
    const done = rest.find((argument) => typeof argument === "function") as ((error?: Error | null) => void) | undefined
    const accepted = encoder.write(chunk)
    encoder.flush(constants.BROTLI_OPERATION_FLUSH, () => done?.())
    return accepted
  }) as typeof response.write
  response.end = ((...parts: Array<unknown>) => {
    if (encoder === undefined && parts[0] !== undefined && typeof parts[0] !== "function") encoder = start()
    if (!encoder) return Reflect.apply(end, response, parts)
    if (encoder.writableEnded) return response
    if (typeof parts[0] === "string" || parts[0] instanceof Uint8Array) encoder.write(parts[0])
    encoder.end()
    return response
  }) as typeof response.end
}

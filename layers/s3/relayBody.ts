import { Exit } from "effect"
import type { ClientRequest, IncomingHttpHeaders } from "node:http"
import { Transform } from "node:stream"
import { Conflict, type GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { needsCustomerKey } from "#services/objects/copyProperties.ts"
import type { OpenAnswer } from "../rgw/GatewayHttp.ts"
import { objectRefusal, readShort } from "./objectAnswers.ts"
import { broken, damaged, type Done, type OpenCalls, type RelayFailure, type RelaySide } from "./relayCalls.ts"
import { unreadable } from "./s3Failure.ts"

/** Larger bodies pass as a stream. */
const MAX_HELD_BYTES = 256 * 1024
export const sourceChanged = () =>
  new Conflict({ code: "stale_plan", detail: "Somebody else has changed this object in the meantime" })

/** A body that is held, or one that waits at its socket. */
export interface SourceBody {
  readonly headers: IncomingHttpHeaders
  readonly length: number
  readonly bytes: Buffer | null
  /** Sends the waiting body; `cut` is called when the source breaks off. */
  readonly send: (
    outgoing: ClientRequest,
    passed: (bytes: number) => void,
    cut: (error: GatewayFailure) => void
  ) => void
}

const GET = "s3.GetObject"

export interface SourceRequest {
  readonly about: string
  readonly path: string
  readonly query: string
  readonly etag: string | null
  readonly bytes: number | null
  readonly held: boolean
}

/** As `keyRefusals`: RGW has no code for a missing key of an SSE-C object. */
const keyCodes = new Set(["InvalidArgument", "InvalidRequest", "Http400", "BadRequest"])
const readRefusal = (about: string, answer: OpenAnswer, text: string): RelayFailure => {
  const error = objectRefusal(GET, about, answer, text)
  return error._tag === "StorageError" && error.storage_status === 400 && keyCodes.has(error.storage_code)
    ? needsCustomerKey()
    : error
}

export type Pace = ((bytes: number) => Promise<void>) | null

const paced = (pace: NonNullable<Pace>) =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      pace(chunk.length).then(() => done(null, chunk), done)
    }
  })

/** Opens an object or a part; `bytes` null for any length. Fails with `stale_plan` for another ETag or size. */
export const openSource = (
  { request }: OpenCalls,
  side: RelaySide,
  { about, bytes, etag, held, path, query }: SourceRequest,
  pace: Pace,
  done: Done<SourceBody>
) =>
  request(
    side,
    GET,
    {
      method: "GET",
      path,
      query,
      headers: { "x-amz-checksum-mode": "ENABLED" },
      ...(etag === null ? {} : { extra: { "if-match": etag } })
    },
    (answer, finish) => {
      const { body, headers, status } = answer
      const fail = (error: RelayFailure) => {
        finish(Exit.fail(error))
        done(Exit.fail(error))
      }
      if (status !== 200 && status !== 206)
        return readShort(body, (text) =>
          fail(status === 412 ? sourceChanged() : side.explain(readRefusal(about, answer, text ?? "")))
        )
      const length = Number(headers["content-length"] ?? Number.NaN)
      if (headers.etag === undefined || !(length >= 0)) {
        body.destroy()
        return fail(unreadable(GET, status))
      }
      if (bytes !== null && length !== bytes) {
        body.destroy()
        return fail(sourceChanged())
      }
      if (held && length <= MAX_HELD_BYTES) {
        const chunks: Array<Buffer> = []
        body.on("data", (chunk: Buffer) => chunks.push(chunk))
        body.once("close", () => {
          const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
          if (!body.complete) return fail(broken(GET))
          if (all.length !== length) return fail(damaged(GET))
          finish(Exit.void)
          done(Exit.succeed({ headers, length, bytes: all, send: () => undefined }))
        })
        return
      }
      const send: SourceBody["send"] = (outgoing, passed, cut) => {
        const write = outgoing.write.bind(outgoing) as (...args: ReadonlyArray<unknown>) => boolean
        outgoing.write = (chunk: Buffer, ...rest: ReadonlyArray<unknown>) => {
          passed(chunk.length)
          return write(chunk, ...rest)
        }
        body.once("close", () => {
          if (body.complete) return
          const error = broken(GET)
          finish(Exit.fail(error))
          cut(error)
        })
        body.once("end", () => {
          if (!body.complete) return
          finish(Exit.void)
          if (pace === null) outgoing.end()
        })
        if (pace === null) body.pipe(outgoing, { end: false })
        else body.pipe(paced(pace)).pipe(outgoing)
      }
      done(Exit.succeed({ headers, length, bytes: null, send }))
    },
    done
  )

/** Writes a body; `done` gets the ETag. */
export const writeBody = (
  { request, stop }: OpenCalls,
  side: RelaySide,
  operation: string,
  about: string,
  message: { readonly path: string; readonly query: string; readonly headers: Readonly<Record<string, string>> },
  body: SourceBody,
  passed: (bytes: number) => void,
  done: Done<string>
) => {
  let over = false
  const end = (exit: Exit.Exit<string, RelayFailure>) => {
    if (over) return
    over = true
    done(exit)
  }
  const { bytes, length } = body
  request(
    side,
    operation,
    {
      method: "PUT",
      ...message,
      headers: { ...message.headers, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
      content: bytes ?? {
        length,
        send: (outgoing) =>
          body.send(outgoing, passed, (error) => {
            stop(Exit.interrupt())
            end(Exit.fail(error))
          })
      }
    },
    (answer, finish) =>
      readShort(answer.body, (text) => {
        const { headers, status } = answer
        const exit =
          text === null
            ? Exit.fail(broken(operation))
            : status < 200 || status >= 300
              ? Exit.fail(side.explain(objectRefusal(operation, about, answer, text)))
              : headers.etag === undefined
                ? Exit.fail(unreadable(operation, status))
                : Exit.succeed(headers.etag)
        finish(exit)
        if (bytes !== null && Exit.isSuccess(exit)) passed(length)
        end(exit)
      }),
    end
  )
}

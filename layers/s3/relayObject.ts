import { Exit, Option } from "effect"
import type { ClientRequest, IncomingHttpHeaders } from "node:http"
import { Transform } from "node:stream"
import type { ObjectTag } from "#domain/objects/ObjectDetails.ts"
import { type CopyOrder, type CopyProperties, planCopy } from "#domain/objects/CopyProperties.ts"
import { elementsOf, findElement, nameOf, textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import { Conflict, type GatewayFailure, type NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import type { CopyFrom } from "#services/objects/ObjectDetailStore.ts"
import {
  headFault,
  isRefusal,
  needsCustomerKey,
  redirectFault,
  withLossNames,
  unconfirmed
} from "#services/objects/copyProperties.ts"
import type { RelayedPart } from "#services/objects/ObjectRelay.ts"
import { type CallSeries, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import type { ObjectRequest, OpenAnswer, OpenObject } from "../rgw/GatewayHttp.ts"
import { caught } from "./caught.ts"
import { digestOf, digestOfPart } from "./contentDigest.ts"
import type { Cancel } from "./lanes.ts"
import { objectRefusal, readShort, versionQuery } from "./objectAnswers.ts"
import { aclFrom, headerText, propertiesFrom } from "./sourceProperties.ts"
import { unreadable } from "./s3Failure.ts"
import { type WrittenObject, writtenHeaders } from "./writtenHeaders.ts"

export type RelayFailure = Conflict | NotFound | GatewayFailure
type Ended = Exit.Exit<string | null, RelayFailure>
type Done<A> = (exit: Exit.Exit<A, RelayFailure>) => void

/** Larger bodies pass as a stream. */
const MAX_HELD_BYTES = 256 * 1024
/** RGW's and Amazon's limit of one PUT. */
const MAX_BYTES = 5 * 1024 ** 3
/** Under a rate, larger bodies are paced chunk by chunk; a smaller one waits before its request. */
const MAX_PREPAID_BYTES = 16 * 1024 ** 2

export interface RelaySide {
  readonly send: OpenObject
  readonly calls: CallSeries
  readonly now: () => number
  readonly explain: <E>(error: E) => E
}

const sourceChanged = () =>
  new Conflict({ code: "stale_plan", detail: "Somebody else has changed this object in the meantime" })

const broken = (operation: string) => failureOfNodeError(operation, new Error("broken"))

export const damaged = (operation: string) =>
  new StorageError({
    operation,
    storage_code: "BadDigest",
    storage_status: 400,
    storage_request_id: null,
    detail: "What arrived is not what was sent: the copy was not kept"
  })

/** Requests of one object that run; ending one reports it to its guard once. */
export const openCalls = () => {
  const running = new Set<Cancel>()
  const stop: Cancel = (exit) => {
    const all = [...running]
    running.clear()
    for (const cancel of all) cancel(exit)
  }
  const request = (
    { calls, now, send }: RelaySide,
    operation: string,
    message: ObjectRequest,
    answered: (answer: OpenAnswer, finish: (exit: Exit.Exit<unknown, RelayFailure>) => void) => void,
    failed: (failure: Exit.Exit<never, GatewayFailure>) => void
  ): void => {
    const began = now()
    if (!calls.admit(operation, began)) return failed(Exit.fail(gatewayNotAnswering()))
    let close = (): void => undefined
    const finish = (exit: Exit.Exit<unknown, RelayFailure>) => {
      if (running.delete(cancel)) calls.ended(operation, exit, began, now())
    }
    const cancel: Cancel = (exit) => {
      calls.ended(operation, exit, began, now())
      close()
    }
    running.add(cancel)
    close = send(operation, message, (exit) => {
      if (Exit.isSuccess(exit)) return answered(exit.value, finish)
      finish(exit)
      failed(Exit.failCause(exit.cause))
    })
  }
  /** Answers without a body of their own, or with a short one. */
  const read = <A>(
    side: RelaySide,
    operation: string,
    message: ObjectRequest,
    readAnswer: (answer: OpenAnswer, text: string) => Exit.Exit<A, RelayFailure>,
    done: Done<A>
  ) =>
    request(
      side,
      operation,
      message,
      (answer, finish) =>
        readShort(answer.body, (text) => {
          const exit = caught(() => (text === null ? Exit.fail(broken(operation)) : readAnswer(answer, text)))
          finish(exit)
          done(exit)
        }),
      done
    )
  return { request, read, stop }
}

export type OpenCalls = ReturnType<typeof openCalls>

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

const isBadDigest = (exit: Exit.Exit<unknown, RelayFailure>): boolean => {
  const error = Option.getOrNull(Exit.findErrorOption(exit))
  return error !== null && error._tag === "StorageError" && error.storage_code === "BadDigest"
}

type Pace = ((bytes: number) => Promise<void>) | null

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

const tagsFrom = (
  about: string,
  answer: OpenAnswer,
  text: string
): Exit.Exit<ReadonlyArray<ObjectTag>, RelayFailure> => {
  const operation = "s3.GetObjectTagging"
  if (answer.status === 405 || answer.status === 501) return Exit.succeed([])
  if (answer.status !== 200) return Exit.fail(objectRefusal(operation, about, answer, text))
  const root = parseXml(text) ?? undefined
  if (root === undefined || nameOf(root) !== "Tagging") return Exit.fail(unreadable(operation, 200))
  return Exit.succeed(
    elementsOf(findElement(root, "TagSet"), "Tag").map((tag) => ({
      key: textAt(tag, "Key") ?? "",
      value: textAt(tag, "Value") ?? ""
    }))
  )
}

const headFrom = (headers: IncomingHttpHeaders): Pick<WrittenObject, "headers" | "metadata"> => {
  const metadata: Record<string, string> = {}
  for (const name in headers) if (name.startsWith("x-amz-meta-")) metadata[name.slice(11)] = String(headers[name] ?? "")
  const text = (name: string) => headerText(headers, name) ?? null
  return {
    metadata,
    headers: {
      content_type: text("content-type"),
      cache_control: text("cache-control"),
      content_disposition: text("content-disposition"),
      content_encoding: text("content-encoding"),
      content_language: text("content-language"),
      expires: text("expires"),
      website_redirect: text("x-amz-website-redirect-location")
    }
  }
}

/** ETags with the number of parts, of any source. */
const isOfParts = (etag: string | null): boolean => etag === null || /-\d+"?$/.test(etag)

export interface RelayedObject {
  readonly from: CopyFrom
  readonly bucket: string
  readonly to: string
  readonly paths: { readonly source: string; readonly target: string }
  readonly targetQuery: string
  readonly order: CopyOrder
  /** The source is known to count tags in its answers. */
  readonly countsTags: boolean
  /** ETags of the source are MD5 sums of what is written, of encrypted objects too. */
  readonly hasPlainEtag: boolean
  readonly readsAcl: boolean
  /** As in `RelayPlace`. */
  readonly plainOnly: boolean
  readonly pace: Pace
}

/**
 * ACL, GET, tags where there are any, and one PUT with everything; one call at a time, as its permit is for one. Null:
 * left, because nothing proves the copy or parts must be kept.
 */
export const relayObject = (
  source: RelaySide,
  target: RelaySide,
  object: RelayedObject,
  report: { readonly passed: (bytes: number) => void; readonly carries: (properties: CopyProperties) => void },
  done: (exit: Ended) => void
): Cancel => {
  const { from, order, paths } = object
  if (isOfParts(from.etag) || from.sizeBytes > MAX_BYTES) {
    done(Exit.succeed(null))
    return () => undefined
  }
  const calls = openCalls()
  const about = `${from.bucket}/${from.key}`
  const query = versionQuery(from.versionId)
  const sub = (name: string) => (query === "" ? `${name}=` : `${name}=&${query}`)
  let acl: CopyProperties["acl"] | undefined = object.readsAcl ? undefined : "unreadable"
  let body: SourceBody | null = null
  let over = false
  let sentBytes = 0
  const end = (exit: Ended) => {
    if (over) return
    over = true
    calls.stop(Exit.interrupt())
    if (Exit.isFailure(exit) && sentBytes > 0) report.passed(-sentBytes)
    done(exit)
  }
  const open = (then: () => void) =>
    openSource(
      calls,
      source,
      { about, path: paths.source, query, etag: from.etag, bytes: from.sizeBytes, held: true },
      from.sizeBytes > MAX_PREPAID_BYTES ? object.pace : null,
      (exit) => {
        if (Exit.isFailure(exit)) return end(Exit.failCause(exit.cause))
        body = exit.value
        then()
      }
    )
  const write = (properties: CopyProperties, tags: ReadonlyArray<ObjectTag>, then: (exit: Ended) => void) => {
    if (body === null) return
    const { encryption } = propertiesFrom(body.headers, "")
    const checksum = digestOf(body, {
      hasPlainEtag: object.hasPlainEtag || /^(none|sse_s3)$/.test(encryption.kind),
      sumsHeld: !object.plainOnly
    })
    if (checksum === null) return end(Exit.succeed(null))
    report.carries(properties)
    writeBody(
      calls,
      target,
      "s3.PutObject",
      `${object.bucket}/${object.to}`,
      {
        path: paths.target,
        query: object.targetQuery,
        headers: { ...writtenHeaders({ ...headFrom(body.headers), tags, properties }), ...checksum.headers }
      },
      body,
      (bytes) => {
        sentBytes += bytes
        report.passed(bytes)
      },
      (exit) => {
        // the ETag is no MD5 sum, or the body was damaged: parts have sums of their own
        if (checksum.isOfSource && isBadDigest(exit)) return end(Exit.succeed(null))
        then(exit)
      }
    )
  }
  const copy = (tags: ReadonlyArray<ObjectTag>) => {
    if (body === null || acl === undefined) return
    const { headers } = body
    const fault = headFault({ ...headFrom(headers), storage_class: "" })
    if (fault !== null) return end(object.plainOnly ? Exit.succeed(null) : Exit.fail(fault))
    const storageClass = headerText(headers, "x-amz-storage-class") ?? from.storageClass
    const properties = { ...propertiesFrom(headers, storageClass), acl }
    if (object.plainOnly && properties.encryption.kind !== "none") return end(Exit.succeed(null))
    const { first, named, refused, second } = planCopy(properties, order, source.now())
    if (refused.length > 0) return end(Exit.fail(unconfirmed(refused)))
    write(first, tags, (exit) => {
      const error = Option.getOrNull(Exit.findErrorOption(exit))
      if (error === null || !isRefusal(error)) return end(exit)
      if (second === null) return end(Exit.fail(withLossNames(error, named)))
      if (body !== null && body.bytes !== null) return write(second, tags, end)
      calls.stop(Exit.interrupt())
      report.passed(-sentBytes)
      sentBytes = 0
      open(() => write(second, tags, end))
    })
  }
  const ready = () => {
    if (over || body === null || acl === undefined) return
    const fault = redirectFault(headerText(body.headers, "x-amz-website-redirect-location") ?? null)
    if (fault !== null) return end(Exit.fail(fault))
    const counted = Number(body.headers["x-amz-tagging-count"] ?? 0)
    if (object.countsTags && counted === 0) return copy([])
    calls.read(
      source,
      "s3.GetObjectTagging",
      { method: "GET", path: paths.source, query: sub("tagging") },
      (answer, text) => tagsFrom(about, answer, text),
      (exit) => (Exit.isFailure(exit) ? end(Exit.failCause(exit.cause)) : copy(exit.value))
    )
  }
  const begin = () => {
    if (over) return
    if (!object.readsAcl) return open(ready)
    calls.read(
      source,
      "s3.GetObjectAcl",
      { method: "GET", path: paths.source, query: sub("acl") },
      (answer, text) => aclFrom(about, answer, text),
      (exit) => {
        if (Exit.isFailure(exit)) return end(Exit.failCause(exit.cause))
        acl = exit.value
        open(ready)
      }
    )
  }
  if (object.pace === null || from.sizeBytes > MAX_PREPAID_BYTES) begin()
  else object.pace(from.sizeBytes).then(begin, (cause: unknown) => end(Exit.die(cause)))
  return (exit) => {
    over = true
    calls.stop(exit)
  }
}

export interface RelayedPiece {
  readonly about: string
  readonly path: string
  readonly query: string
  /** Size of an object of several parts: a source that ignores the number of a part sends all of it. */
  readonly wholeBytes: number
  readonly target: { readonly about: string; readonly path: string; readonly query: string }
  readonly pace: Pace
}

/** One part of a source to one of an upload. Null: the source does not give its parts singly. */
export const relayPart = (
  source: RelaySide,
  target: RelaySide,
  { about, pace, path, query, target: to, wholeBytes }: RelayedPiece,
  passed: (bytes: number) => void,
  done: (exit: Exit.Exit<RelayedPart | null, RelayFailure>) => void
): Cancel => {
  const calls = openCalls()
  let over = false
  let sent = 0
  const end: typeof done = (exit) => {
    if (over) return
    over = true
    calls.stop(Exit.interrupt())
    if (Exit.isFailure(exit) || exit.value === null) passed(-sent)
    done(exit)
  }
  // without a condition: the ETag of all parts proves them
  openSource(calls, source, { about, path, query, etag: null, bytes: null, held: false }, pace, (opened) => {
    if (Exit.isFailure(opened)) {
      const error = Option.getOrNull(Exit.findErrorOption(opened))
      const isUnknown =
        error !== null && error._tag === "StorageError" && [400, 416, 501].includes(error.storage_status ?? 0)
      return end(isUnknown ? Exit.succeed(null) : Exit.failCause(opened.cause))
    }
    const body = opened.value
    if (body.length >= wholeBytes) return end(Exit.succeed(null))
    const headers = digestOfPart(body.headers)
    const message = { path: to.path, query: to.query, headers }
    writeBody(
      calls,
      target,
      "s3.UploadPart",
      to.about,
      message,
      body,
      (bytes) => {
        sent += bytes
        passed(bytes)
      },
      (exit) =>
        Exit.isSuccess(exit)
          ? end(
              Exit.succeed({
                etag: exit.value,
                size_bytes: body.length,
                isProved: Object.keys(headers).length > 0
              })
            )
          : end(isBadDigest(exit) ? Exit.succeed(null) : Exit.failCause(exit.cause))
    )
  })
  return (exit) => {
    over = true
    calls.stop(exit)
  }
}

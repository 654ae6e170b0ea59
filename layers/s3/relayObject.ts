import { Exit, Option } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { ObjectTag } from "#domain/objects/ObjectDetails.ts"
import { type CopyOrder, type CopyProperties, planCopy } from "#domain/objects/CopyProperties.ts"
import { elementsOf, findElement, nameOf, textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import type { CopyFrom } from "#services/objects/ObjectDetailStore.ts"
import { headFault, isRefusal, redirectFault, withLossNames, unconfirmed } from "#services/objects/copyProperties.ts"
import type { RelayedPart } from "#services/objects/ObjectRelay.ts"
import type { OpenAnswer } from "../rgw/GatewayHttp.ts"
import { digestOf, digestOfPart } from "./contentDigest.ts"
import type { Cancel } from "./lanes.ts"
import { objectRefusal, versionQuery } from "./objectAnswers.ts"
import { aclFrom, headerText, propertiesFrom } from "./sourceProperties.ts"
import { unreadable } from "./s3Failure.ts"
import { openSource, type Pace, type SourceBody, writeBody } from "./relayBody.ts"
import { type Ended, openCalls, type RelayFailure, type RelaySide } from "./relayCalls.ts"
import { type WrittenObject, writtenHeaders } from "./writtenHeaders.ts"

/** RGW's and Amazon's limit of one PUT. */
const MAX_BYTES = 5 * 1024 ** 3
/** Under a rate, larger bodies are paced chunk by chunk; a smaller one waits before its request. */
const MAX_PREPAID_BYTES = 16 * 1024 ** 2

const isBadDigest = (exit: Exit.Exit<unknown, RelayFailure>): boolean => {
  const error = Option.getOrNull(Exit.findErrorOption(exit))
  return error !== null && error._tag === "StorageError" && error.storage_code === "BadDigest"
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

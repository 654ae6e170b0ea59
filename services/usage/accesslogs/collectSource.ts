import { DateTime, Effect, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Caller } from "#domain/platform/access/Caller.ts"
import type { Conflict, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AccessLogState } from "#domain/usage/accesslogs/AccessLog.ts"
import { logObjectTime } from "#domain/usage/accesslogs/logBucket.ts"
import { isObjectFailure } from "#services/objects/objectwork/objectFailure.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { AccessLogRecords } from "./AccessLogRecords.ts"
import { type AccessLogSource, AccessLogSources, type CollectedSource } from "./AccessLogSources.ts"
import { accessLogSwitch } from "./accessLogSwitch.ts"
import { readLogObject } from "./readLogObject.ts"

const PAGE_SIZE = 1_000
/** Written and deleted to detect a quota that stops the gateway from writing logs. */
const PROBE_KEY = "stowage-probe"
const noCounts = { objects: 0, lines: 0, refused: 0, unread: 0 }
const system = Caller.cases.Internal.make({})

export interface SourceReport {
  readonly state: AccessLogState
  readonly objects: number
  readonly lines: number
  readonly refused: number
}

type Failure = NotFound | GatewayFailure | Conflict | InvalidInput | { readonly _tag: "RangeNotSatisfiable" }

const stateOf = (failure: Failure): AccessLogState => {
  if (failure._tag === "NotFound") return "log_bucket_missing"
  if (failure._tag !== "StorageError") return "unreachable"
  if (failure.storage_code === "QuotaExceeded") return "full"
  return failure.storage_status === 403 ? "denied" : "unreachable"
}

export const collectSource = Effect.gen(function* () {
  const records = yield* AccessLogRecords
  const sources = yield* AccessLogSources
  const store = yield* ObjectStore
  const logging = yield* accessLogSwitch
  const readObject = yield* readLogObject

  const readPage = Effect.fnUntraced(function* (
    { s3 }: ResolvedContext,
    source: CollectedSource,
    token: string | null,
    until: number
  ) {
    const page = yield* store.list(s3, source.log_bucket, {
      prefix: `${source.bucket}/`,
      delimiter: "",
      continuationToken: token,
      maxKeys: PAGE_SIZE
    })
    const objects = page.objects.filter(({ key }) => logObjectTime(source.bucket, key) !== null)
    const progressByKey = new Map(
      (yield* records.progress(
        source.id,
        objects.map(({ etag, key }) => ({ key, etag: etag ?? "" }))
      )).map((one) => [`${one.etag} ${one.key}`, one])
    )
    const counts = { ...noCounts }
    for (const object of objects) {
      if (DateTime.toEpochMillis(yield* DateTime.now) > until) return { ...counts, next: null }
      const progress = progressByKey.get(`${object.etag ?? ""} ${object.key}`)
      if (progress?.finished !== true) {
        const read = yield* readObject(s3, source, object, progress).pipe(
          Effect.catch((failure) =>
            Effect.flatMap(
              failure._tag === "RangeNotSatisfiable"
                ? Effect.succeed(true)
                : isObjectFailure(store, [{ s3, bucket: source.log_bucket }], failure),
              (ofObject) => (ofObject ? Effect.succeed(null) : Effect.fail(failure))
            )
          )
        )
        // it stays for the next run, and must not block later objects
        if (read === null) {
          counts.unread++
          continue
        }
        counts.objects++
        counts.lines += read.lines
        counts.refused += read.refused
      }
    }
    // only objects read whole are deleted; others may have read the rest
    const finished = (yield* records.progress(
      source.id,
      objects.map(({ etag, key }) => ({ key, etag: etag ?? "" }))
    )).filter((one) => one.finished)
    if (finished.length > 0) {
      const removed = yield* store.removeMany(
        s3,
        source.log_bucket,
        finished.map(({ key }) => key),
        { background: true }
      )
      const deletedKeys = removed.filter(({ deleted }) => deleted).map(({ key }) => key)
      yield* records.markDeleted(source.id, deletedKeys, yield* DateTime.now)
    }
    return { ...counts, next: page.next_continuation_token }
  })

  const readAll = Effect.fnUntraced(function* (context: ResolvedContext, source: CollectedSource, until: number) {
    const counts = { ...noCounts }
    let token: string | null = null
    do {
      const page: Effect.Success<ReturnType<typeof readPage>> = yield* readPage(context, source, token, until)
      counts.objects += page.objects
      counts.lines += page.lines
      counts.refused += page.refused
      counts.unread += page.unread
      token = page.next
    } while (token !== null)
    return counts
  })

  const probe = Effect.fnUntraced(function* ({ s3 }: ResolvedContext, { log_bucket }: AccessLogSource) {
    yield* store.put(s3, log_bucket, PROBE_KEY, { size_bytes: 0, content_type: "text/plain", bytes: Stream.empty })
    yield* store.removeMany(s3, log_bucket, [PROBE_KEY], { background: true })
  })

  const checked = Effect.fnUntraced(function* (context: ResolvedContext, source: CollectedSource, until: number) {
    const { unread, ...counts } = yield* readAll(context, source, until)
    if (!source.enabled) return { ...counts, state: "off" as const }
    if (!source.has_space) {
      yield* logging.off(system, context, source.bucket, source.log_bucket)
      return { ...counts, state: "off" as const }
    }
    const isOn = yield* logging.isOn(context, source.bucket, source.log_bucket)
    if (isOn === null) return { ...counts, state: "bucket_missing" as const }
    if (!isOn || !(yield* logging.mayWrite(context, source.log_bucket))) return { ...counts, state: "changed" as const }
    // new log objects prove that there is room
    if (counts.objects === 0) yield* probe(context, source)
    if (unread === 0) return { ...counts, state: "on" as const }
    yield* Effect.logWarning("Some objects of an access log could not be read").pipe(
      Effect.annotateLogs({ source: source.id, count: unread })
    )
    return { ...counts, state: "unreachable" as const }
  })

  /** Gateway failures become the state of the source. `until`: milliseconds since 1970. */
  return Effect.fn("AccessLogs.collectSource")(function* (
    context: ResolvedContext,
    source: CollectedSource,
    until: number
  ) {
    const report: SourceReport = yield* checked(context, source, until).pipe(
      Effect.catch((failure) =>
        Effect.as(
          Effect.logInfo("An access log could not be collected").pipe(
            Effect.annotateLogs({ source: source.id, code: failure._tag })
          ),
          { state: stateOf(failure), objects: 0, lines: 0, refused: 0 }
        )
      )
    )
    const { objects, state } = report
    yield* sources.change(source.id, {
      state,
      collected_at: yield* DateTime.now,
      ...(state === "off"
        ? { enabled: false, drained: !source.enabled && source.collected_since && objects === 0 }
        : {}),
      ...(state === "bucket_missing" && objects === 0 ? { enabled: false, drained: true } : {})
    })
    return report
  })
})

import { DateTime, Effect, Stream } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"
import { logObjectTime } from "#domain/usage/accesslogs/logBucket.ts"
import { LOOKAHEAD_BYTES, readAccessLog } from "#domain/usage/accesslogs/readAccessLog.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { AccessLogRecords, type LogObjectProgress } from "./AccessLogRecords.ts"
import type { CollectedSource } from "./AccessLogSources.ts"

const PART_BYTES = 1_048_576
/** A record may be older than its log object (request duration) and newer (clock skew). */
const DAY = 86_400_000
const CLOCK_SKEW = 600_000

const OWN_OPERATIONS = new Set(["REST.GET.LOGGING", "REST.POST.LOGGING"])

export interface LogCounts {
  readonly lines: number
  readonly refused: number
}

/** Bounded memory; each part is stored once, and a later run continues. */
export const readLogObject = Effect.gen(function* () {
  const store = yield* ObjectStore
  const records = yield* AccessLogRecords

  return Effect.fn("AccessLogs.readLogObject")(function* (
    target: S3Target,
    source: CollectedSource,
    object: ListedObject,
    progress: LogObjectProgress | undefined
  ) {
    const now = yield* DateTime.now
    const etag = object.etag ?? ""
    const written = object.modified_at === null ? DateTime.toEpochMillis(now) : Date.parse(object.modified_at)
    const facts = {
      bucket: source.bucket,
      from: (logObjectTime(source.bucket, object.key) ?? written) - DAY,
      until: written + CLOCK_SKEW
    }
    let from = progress?.read_bytes ?? 0
    let text = ""
    const counts = { lines: 0, refused: 0 }

    const storePart = Effect.fnUntraced(function* (finished: boolean) {
      const lines: Array<AccessLogLine> = []
      let refused = 0
      const read = readAccessLog(text, facts, finished, {
        onRecord: (line) => {
          if (line.requester !== source.root_uid || !OWN_OPERATIONS.has(line.operation)) lines.push(line)
        },
        onRefusal: () => refused++
      })
      if (read === 0 && !finished) return true
      const stored = yield* records.store(
        {
          account_id: source.rgw_account_id,
          source_id: source.id,
          key: object.key,
          etag,
          from,
          to: from + read,
          finished,
          lines,
          refused
        },
        yield* DateTime.now
      )
      if (!stored) return false
      from += read
      text = text.slice(read)
      counts.lines += lines.length
      counts.refused += refused
      return true
    })

    if (object.size_bytes > from) {
      const { body } = yield* store.open(target, source.log_bucket, object.key, from === 0 ? null : `bytes=${from}-`, {
        ifMatch: etag === "" ? null : etag
      })
      const went = yield* body.pipe(
        Stream.mapEffect((bytes) =>
          Effect.suspend(() => {
            text += Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
            return text.length < PART_BYTES + LOOKAHEAD_BYTES ? Effect.succeed(true) : storePart(false)
          })
        ),
        Stream.takeWhile((hasMore) => hasMore),
        Stream.runCount
      )
      if (went === 0) return counts
    }
    yield* storePart(true)
    return counts
  })
})

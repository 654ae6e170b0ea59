import { Clock, Effect, Exit, Schema } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import {
  RetainedVersion,
  MAX_RETAINED_RETRIED,
  MAX_RETAINED_IN_REPORT,
  retentionReason,
  isTransientRefusal,
  MAX_PASSES
} from "#domain/buckets/Emptying.ts"
import type { BucketContents, ListedVersion } from "./BucketContents.ts"
import { dispatchPages } from "./dispatchPages.ts"
import { backgroundRemoval } from "./backgroundRemoval.ts"

export const Removal = Schema.Struct({
  /** Without delete markers. A killed process loses at most the last second. */
  removed: Schema.Int,
  markers: Schema.Int,
  bytes: Schema.Int,
  pass: Schema.Int,
  after: Schema.NullOr(Schema.Struct({ key: Schema.String, versionId: Schema.String })),
  kept: Schema.Int,
  named: Schema.Array(RetainedVersion)
})
export type Removal = typeof Removal.Type

export const emptyRemoval: Removal = { removed: 0, markers: 0, bytes: 0, pass: 1, after: null, kept: 0, named: [] }

export type RemovalEnd = "empty" | "kept" | "arriving" | "rested"

const NOTE_INTERVAL_MS = 1_000

interface RemovalContext {
  readonly contents: BucketContents["Service"]
  readonly target: S3Target
  readonly bucket: string
  readonly note: (removal: Removal) => Effect.Effect<void>
  readonly isPauseRequested: Effect.Effect<boolean>
}

/** Resumable: deleted versions are not listed again. Stops after `MAX_RETAINED_RETRIED` failures (object lock). */
export const removeAll = Effect.fnUntraced(function* (
  begin: Removal,
  { bucket, contents, note, isPauseRequested, target }: RemovalContext
) {
  const gentle = yield* backgroundRemoval(contents.answers(target, bucket))
  // remaining versions are listed again: count them once
  const from: Removal = begin.kept === 0 ? begin : { ...begin, after: null, kept: 0, named: [] }
  let now: Removal = { ...from, pass: 1 }
  let lastNoteAt = yield* Clock.currentTimeMillis
  const noteNow = Effect.suspend(() => note(now))
  const noteIfDue = Effect.gen(function* () {
    const time = yield* Clock.currentTimeMillis
    if (time - lastNoteAt < NOTE_INTERVAL_MS) return
    lastNoteAt = time
    yield* noteNow
  })

  const describeKept = Effect.fnUntraced(function* (version: ListedVersion, code: string) {
    const locked = code === "AccessDenied" ? yield* contents.lockOf(target, bucket, version) : null
    return {
      key: version.key,
      version_id: version.versionId,
      reason: retentionReason(code, locked)
    } satisfies RetainedVersion
  })

  const removePiece = Effect.fnUntraced(function* (versions: ReadonlyArray<ListedVersion>) {
    const failures = yield* gentle.gently(contents.removeVersions(target, bucket, versions))
    const failedVersions = new Set(failures.map(({ version }) => version))
    const deletedVersions = versions.filter((version) => !failedVersions.has(version))
    const undeleted = failures.filter(({ code }) => !isTransientRefusal(code))
    const newlyNamed = yield* Effect.forEach(
      undeleted.slice(0, Math.max(0, MAX_RETAINED_IN_REPORT - now.named.length)),
      ({ code, version }) => describeKept(version, code),
      { concurrency: 4 }
    )
    now = {
      ...now,
      removed: now.removed + deletedVersions.filter(({ isMarker }) => !isMarker).length,
      markers: now.markers + deletedVersions.filter(({ isMarker }) => isMarker).length,
      bytes: now.bytes + deletedVersions.reduce((sum, { bytes }) => sum + bytes, 0),
      kept: now.kept + undeleted.length,
      named: [...now.named, ...newlyNamed].slice(0, MAX_RETAINED_IN_REPORT)
    }
  })

  const onePass = Effect.scoped(
    Effect.gen(function* () {
      const pages = yield* dispatchPages((after) => contents.versions(target, bucket, after), now.after)
      let end: "kept" | "rested" | null = null
      const step = Effect.fnUntraced(function* (keys: number) {
        if (end !== null) return false
        const piece = yield* pages.take(keys)
        if (piece === null) return false
        yield* gentle.begun
        yield* removePiece(piece.versions)
        now = { ...now, after: pages.through(piece) ?? now.after }
        yield* noteIfDue
        if (now.kept >= MAX_RETAINED_RETRIED) end = "kept"
        else if (yield* isPauseRequested) end = "rested"
        return end === null
      })
      yield* gentle.run(step)
      return { found: pages.found(), end }
    })
  )

  const passes = Effect.gen(function* () {
    while (true) {
      const { end, found: versionCount } = yield* onePass
      if (end !== null) return end
      // a resumed pass does not cover earlier keys
      const isFullPass = from.after === null || now.pass > 1
      if (versionCount === 0 && isFullPass) return "empty" as const
      if (versionCount > 0 && versionCount === now.kept) return "kept" as const
      if (now.pass >= MAX_PASSES) return now.kept > 0 ? ("kept" as const) : ("arriving" as const)
      now = { ...now, pass: now.pass + 1, after: null, kept: 0, named: [] }
    }
  })

  const end: RemovalEnd = yield* passes.pipe(
    Effect.onExit((exit) => (Exit.hasInterrupts(exit) ? Effect.void : noteNow))
  )
  return { end, removal: now }
}, Effect.scoped)

import { Clock, Effect, Exit, Schema } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { KeptVersion, keptMost, keptNamed, keptReason, passesBy, passesMost } from "#domain/buckets/Emptying.ts"
import type { BucketContents, ListedVersion } from "./BucketContents.ts"
import { dealtPages } from "./dealtPages.ts"
import { gentleRemoval } from "./gentleRemoval.ts"

/** How far it is: what a successor goes on from. */
export const Removal = Schema.Struct({
  /** Objects and versions, and delete markers, that were removed. A process that is killed loses at most its last second of counting. */
  removed: Schema.Int,
  markers: Schema.Int,
  bytes: Schema.Int,
  pass: Schema.Int,
  /** Up to where this pass is through; null: it has only begun. */
  after: Schema.NullOr(Schema.Struct({ key: Schema.String, versionId: Schema.String })),
  /** What could not be removed in this pass; the first of them by name. */
  kept: Schema.Int,
  named: Schema.Array(KeptVersion)
})
export type Removal = typeof Removal.Type

export const nothingRemoved: Removal = { removed: 0, markers: 0, bytes: 0, pass: 1, after: null, kept: 0, named: [] }

/** How it ended: nothing is left; some stays, or things keep arriving; or it rests. */
export type RemovalEnd = "empty" | "kept" | "arriving" | "rested"

/** How often it is written down how far it is, in milliseconds. */
const noted = 1_000

interface Around {
  readonly contents: BucketContents["Service"]
  readonly target: S3Target
  readonly bucket: string
  readonly note: (removal: Removal) => Effect.Effect<void>
  readonly restWanted: Effect.Effect<boolean>
}

/**
 * Removes every version and delete marker of a bucket, pieces of its pages side by side, and looks again for what arrived in
 * between, a bounded number of times. What was removed already is not listed any more, so that it may be begun again
 * anywhere. Object lock ends it after `keptMost` versions that stay.
 */
export const removeAll = Effect.fnUntraced(function*(begin: Removal, { bucket, contents, note, restWanted, target }: Around) {
  const gentle = yield* gentleRemoval(contents.answers(target, bucket))
  // what stays is listed again: counted anew, it is counted once
  const from: Removal = begin.kept === 0 ? begin : { ...begin, after: null, kept: 0, named: [] }
  let now: Removal = { ...from, pass: 1 }
  let last = yield* Clock.currentTimeMillis
  const noteNow = Effect.suspend(() => note(now))
  const noteSometimes = Effect.gen(function*() {
    const time = yield* Clock.currentTimeMillis
    if (time - last < noted) return
    last = time
    yield* noteNow
  })

  const named = Effect.fnUntraced(function*(version: ListedVersion, code: string) {
    const locked = code === "AccessDenied" ? yield* contents.lockOf(target, bucket, version) : null
    return { key: version.key, version_id: version.versionId, reason: keptReason(code, locked) } satisfies KeptVersion
  })

  const removed = Effect.fnUntraced(function*(versions: ReadonlyArray<ListedVersion>) {
    const stay = yield* gentle.gently(contents.removeVersions(target, bucket, versions))
    const staying = new Set(stay.map(({ version }) => version))
    const gone = versions.filter((version) => !staying.has(version))
    // what passes by itself is tried in the next pass
    const kept = stay.filter(({ code }) => !passesBy(code))
    const more = yield* Effect.forEach(kept.slice(0, Math.max(0, keptNamed - now.named.length)), ({ code, version }) => named(version, code), { concurrency: 4 })
    now = {
      ...now, removed: now.removed + gone.filter(({ isMarker }) => !isMarker).length, markers: now.markers + gone.filter(({ isMarker }) => isMarker).length,
      bytes: now.bytes + gone.reduce((sum, { bytes }) => sum + bytes, 0), kept: now.kept + kept.length, named: [...now.named, ...more].slice(0, keptNamed)
    }
  })

  /** One pass; answers how many it found, or why it is to end. */
  const onePass = Effect.scoped(Effect.gen(function*() {
    const pages = yield* dealtPages((after) => contents.versions(target, bucket, after), now.after)
    let end: "kept" | "rested" | null = null
    const step = Effect.fnUntraced(function*(keys: number) {
      if (end !== null) return false
      const piece = yield* pages.take(keys)
      if (piece === null) return false
      yield* gentle.begun
      yield* removed(piece.versions)
      now = { ...now, after: pages.through(piece) ?? now.after }
      yield* noteSometimes
      if (now.kept >= keptMost) end = "kept"
      else if (yield* restWanted) end = "rested"
      return end === null
    })
    yield* gentle.run(step)
    return { found: pages.found(), end }
  }))

  const passes = Effect.gen(function*() {
    while (true) {
      const { end, found } = yield* onePass
      if (end !== null) return end
      // a pass that began in the middle says nothing of what came before
      const whole = from.after === null || now.pass > 1
      if (found === 0 && whole) return "empty" as const
      if (found > 0 && found === now.kept) return "kept" as const
      if (now.pass >= passesMost) return now.kept > 0 ? "kept" as const : "arriving" as const
      now = { ...now, pass: now.pass + 1, after: null, kept: 0, named: [] }
    }
  })

  const end: RemovalEnd = yield* passes.pipe(
    Effect.onExit((exit) => Exit.hasInterrupts(exit) ? Effect.void : noteNow)
  )
  return { end, removal: now }
}, Effect.scoped)

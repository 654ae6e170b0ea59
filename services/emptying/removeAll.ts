import { Clock, Effect, Exit, Fiber, Schema } from "effect"
import type { S3Target } from "#domain/endpoints/Targets.ts"
import { KeptVersion, keptMost, keptNamed, keptReason, passesBy, passesMost } from "#domain/emptying/Emptying.ts"
import type { GatewayFailure, NotFound } from "#domain/errors/Errors.ts"
import type { BucketContents, ListedVersion, VersionPosition } from "./BucketContents.ts"
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
  readonly question: Effect.Effect<unknown, GatewayFailure | NotFound>
  readonly note: (removal: Removal) => Effect.Effect<void>
  readonly restWanted: Effect.Effect<boolean>
}

/**
 * Removes every version and delete marker of a bucket, page after page with the next one being read meanwhile, and looks again for
 * what arrived in between, a bounded number of times. What was removed already is not listed any more, so that it may be begun again
 * anywhere. Object lock ends it after `keptMost` versions that stay.
 */
export const removeAll = Effect.fnUntraced(function*(begin: Removal, { bucket, contents, note, question, restWanted, target }: Around) {
  const gentle = yield* gentleRemoval(contents, target, bucket, question)
  let now: Removal = { ...begin, pass: 1 }
  let last = yield* Clock.currentTimeMillis
  const noteNow = Effect.suspend(() => note(now))
  const noteSometimes = Effect.gen(function*() {
    const time = yield* Clock.currentTimeMillis
    if (time - last < noted) return
    last = time
    yield* noteNow
  })
  const page = (after: VersionPosition | null) => contents.versions(target, bucket, after)

  const named = Effect.fnUntraced(function*(version: ListedVersion, code: string) {
    const locked = code === "AccessDenied" ? yield* contents.lockOf(target, bucket, version) : null
    return { key: version.key, version_id: version.versionId, reason: keptReason(code, locked) } satisfies KeptVersion
  })

  const removed = Effect.fnUntraced(function*(versions: ReadonlyArray<ListedVersion>) {
    const stay = yield* gentle.remove(versions)
    const staying = new Set(stay.map(({ version }) => version))
    const gone = versions.filter((version) => !staying.has(version))
    // what passes by itself is tried in the next pass
    const kept = stay.filter(({ code }) => !passesBy(code))
    const more = yield* Effect.forEach(kept.slice(0, Math.max(0, keptNamed - now.named.length)), ({ code, version }) => named(version, code), { concurrency: 4 })
    now = {
      ...now, removed: now.removed + gone.filter(({ isMarker }) => !isMarker).length, markers: now.markers + gone.filter(({ isMarker }) => isMarker).length,
      bytes: now.bytes + gone.reduce((sum, { bytes }) => sum + bytes, 0), kept: now.kept + kept.length, named: [...now.named, ...more]
    }
  })

  /** One pass; answers how many it found, or why it is to end. */
  const onePass = Effect.gen(function*() {
    let found = 0
    let next = yield* Effect.forkChild(page(now.after))
    while (true) {
      const { next: after, versions } = yield* Fiber.join(next)
      found += versions.length
      if (after !== null) next = yield* Effect.forkChild(page(after))
      for (let at = 0; at < versions.length;) {
        const some = versions.slice(at, at + (yield* gentle.width))
        at += some.length
        yield* removed(some)
        yield* noteSometimes
        if (now.kept >= keptMost) return { found, end: "kept" as const }
        if (yield* restWanted) return { found, end: "rested" as const }
      }
      if (after === null) return { found, end: null }
      now = { ...now, after }
    }
  })

  const passes = Effect.gen(function*() {
    while (true) {
      const { end, found } = yield* onePass
      if (end !== null) return end
      // a pass that began in the middle says nothing of what came before
      const whole = begin.after === null || now.pass > 1
      if (found === 0 && whole) return "empty" as const
      if (found > 0 && found === now.kept) return "kept" as const
      if (now.pass >= passesMost) return now.kept > 0 ? "kept" as const : "arriving" as const
      now = { ...now, pass: now.pass + 1, after: null, kept: 0, named: [] }
    }
  })

  const end: RemovalEnd = yield* gentle.watched(passes).pipe(
    Effect.onExit((exit) => Exit.hasInterrupts(exit) ? Effect.void : noteNow)
  )
  return { end, removal: now }
})

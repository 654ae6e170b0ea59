import { Effect } from "effect"
import { type KeptVersion, type PointInTime, pointInTime } from "#domain/objects/pointInTime.ts"
import type { KeyHistory } from "./readHistories.ts"

/** What has to happen to a key, decided by what was there when it was planned. */
export interface Decided {
  readonly key: string
  /** What was current by then; null: nothing was. */
  readonly was: KeptVersion | null
  readonly decision: PointInTime
  /** Something was written since. */
  readonly changed: boolean
}

/** Milliseconds: the moment that a folder goes back to, and when that was planned. */
export interface RestoreTimes {
  readonly at: number
  readonly plannedAt: number
}

/** Decides about a key as if what was written after `plannedAt` were not there. */
export const decided = ({ key, versions }: KeyHistory, { at, plannedAt }: RestoreTimes): Decided => {
  const then = versions.filter(({ writtenAt }) => writtenAt <= plannedAt)
  return { key, was: then[0] ?? null, decision: pointInTime(then, at), changed: then.length < versions.length }
}

const encoder = new TextEncoder()

/** Decisions that are hashed together. */
const together = 1_000

const digest = (text: string) => Effect.map(
  Effect.promise(() => crypto.subtle.digest("SHA-256", encoder.encode(text))),
  (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
)

/** A hash of everything that would be done, in its order. What was written since it was planned changes nothing of it; a version that is gone does. */
export const decisionsHasher = () => {
  let waiting: Array<string> = []
  let before = ""
  const fold = Effect.gen(function*() {
    const lines = waiting
    waiting = []
    before = yield* digest([before, ...lines].join("\n"))
  })
  const add = Effect.fnUntraced(function*({ decision, key, was }: Decided) {
    if (decision.act === "keep") return
    waiting.push(JSON.stringify([key, was?.versionId, decision]))
    if (waiting.length >= together) yield* fold
  })
  return { add, end: Effect.map(fold, () => before) }
}

import { Effect } from "effect"
import { type RetainedVersion, type PointInTime, pointInTime } from "#domain/objects/pointInTime.ts"
import type { KeyHistory } from "./readHistories.ts"

export interface KeyDecision {
  readonly key: string
  readonly was: RetainedVersion | null
  readonly decision: PointInTime
  readonly changed: boolean
}

/** Epoch milliseconds. */
export interface RestoreTimes {
  readonly at: number
  readonly plannedAt: number
}

export const decideKey = ({ key, versions }: KeyHistory, { at, plannedAt }: RestoreTimes): KeyDecision => {
  const then = versions.filter(({ writtenAt }) => writtenAt <= plannedAt)
  return { key, was: then[0] ?? null, decision: pointInTime(then, at), changed: then.length < versions.length }
}

const encoder = new TextEncoder()

const DECISIONS_PER_DIGEST = 1_000

const digest = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", encoder.encode(text))),
    (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

/** Hash of all decisions in order. Later writes do not change it; deleted versions do. */
export const decisionsHasher = () => {
  let pendingLines: Array<string> = []
  let previousDigest = ""
  const digestPending = Effect.gen(function* () {
    const lines = pendingLines
    pendingLines = []
    previousDigest = yield* digest([previousDigest, ...lines].join("\n"))
  })
  const add = Effect.fnUntraced(function* ({ decision, key, was }: KeyDecision) {
    if (decision.act === "keep") return
    pendingLines.push(JSON.stringify([key, was?.versionId, decision]))
    if (pendingLines.length >= DECISIONS_PER_DIGEST) yield* digestPending
  })
  return { add, end: Effect.map(digestPending, () => previousDigest) }
}

import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import type { KeyEntry } from "#services/objects/ObjectStore.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { isUnchanged } from "./factsAt.ts"
import { type HiddenKey, HiddenKeys } from "./HiddenKeys.ts"
import { countStaying, failOnRemaining, newUndoCounts } from "./failOnRemaining.ts"

const KEYS_PER_CHECK = 500

type Verdict = { readonly hidden: HiddenKey } & (
  | { readonly entry: KeyEntry }
  | { readonly done: true }
  | { readonly stays: string }
)

/** Deletes markers that are still newest; Conflict `stale_plan` names the keys that changed since. */
export const removeMarkers = Effect.gen(function* () {
  const [pages, records, remove] = yield* Effect.all([BucketPages, HiddenKeys, deleteKeys])

  const judged = Effect.fnUntraced(function* (target: S3Target, bucket: string, hidden: HiddenKey) {
    const { facts, key, marker } = hidden
    const { versions } = yield* pages.versions(target, bucket, { prefix: key, delimiter: "", after: null, maxKeys: 2 })
    const [top, below] = versions.filter((one) => one.key === key)
    if (top === undefined) return { hidden, stays: "nothing of it is left" }
    const isIt = (one: typeof below) =>
      one !== undefined &&
      !one.is_delete_marker &&
      isUnchanged(facts, { size: one.size_bytes, etag: one.etag, modifiedAt: one.modified_at })
    if (!top.is_delete_marker)
      return { hidden, ...(isIt(top) ? { done: true as const } : { stays: "something else stands there now" }) }
    if (marker === null ? !isIt(below) : top.version_id !== marker)
      return { hidden, stays: "it was deleted by somebody else as well" }
    return !isIt(below)
      ? { hidden, stays: "the version that it hid is gone" }
      : { hidden, entry: { key, versionId: top.version_id } }
  })

  return Effect.fnUntraced(function* (
    target: S3Target,
    bucket: string,
    { portion, runId }: { readonly runId: number; readonly portion: string }
  ) {
    const undoing = newUndoCounts()
    let after: string | null = null
    while (true) {
      const hidden: ReadonlyArray<HiddenKey> = yield* records.page(runId, portion, after, KEYS_PER_CHECK)
      const last = hidden.at(-1)
      if (last === undefined) break
      after = last.key
      const verdicts: ReadonlyArray<Verdict> = yield* Effect.forEach(
        hidden,
        (one): Effect.Effect<Verdict, Effect.Error<ReturnType<typeof judged>>> => judged(target, bucket, one),
        { concurrency: 16 }
      )
      const entries = verdicts.flatMap((one) => ("entry" in one ? [one.entry] : []))
      const outcomes = entries.length === 0 ? [] : yield* remove(target, bucket, entries, { background: true })
      const refused = new Map(
        outcomes.flatMap(({ code, detail, key }) => (code === null ? [] : [[key, detail ?? code] as const]))
      )
      const reasons = verdicts.flatMap((one) => {
        const reason = "stays" in one ? one.stays : refused.get(one.hidden.key)
        return reason === undefined ? [] : [{ key: one.hidden.key, reason }]
      })
      const staying = new Set(reasons.map(({ key }) => key))
      yield* records.forget(
        runId,
        portion,
        hidden.flatMap(({ key }) => (staying.has(key) ? [] : [key]))
      )
      countStaying(undoing, hidden.length, reasons)
    }
    yield* failOnRemaining(undoing)
  })
})

import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { compareWithCopy } from "#domain/objects/objectwork/ObjectCopy.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { type KeyEntry, ObjectStore } from "#services/objects/ObjectStore.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { CopiedKeys } from "./CopiedKeys.ts"
import type { CurrentCopy } from "./restoreSources.ts"
import type { CopyResult } from "./copyBatch.ts"
import type { CopyDecision } from "./copyDecisions.ts"
import { factsAt, isUnchanged } from "./factsAt.ts"
import { countStaying, failOnRemaining, newUndoCounts } from "./failOnRemaining.ts"

const COPIES_PER_CHECK = 500
const over = "something else stands there now"
const replacedText = "it took the place of an object that the bucket did not keep"

type Verdict = { readonly copy: CopyResult } & (
  | { readonly entry: KeyEntry }
  | { readonly gone: true }
  | { readonly stays: string }
)

interface Undone {
  readonly runId: number
  readonly portion: string
  /** Restores sources of a move; returns copies that must stay, with reasons. */
  readonly goneBack: (copies: ReadonlyArray<CurrentCopy>) => Effect.Effect<ReadonlyMap<string, string>, DomainError>
  readonly mustStay?: (copies: ReadonlyArray<CopyResult>) => Effect.Effect<ReadonlyMap<string, string>, DomainError>
}

interface Between {
  readonly source: S3Target
  readonly bucket: string
  readonly there: S3Target
  readonly targetBucket: string
  readonly move: boolean
}

/** Copies of an interrupted batch: formerly free names with the content of their sources. */
export const unconfirmedCopies = Effect.fnUntraced(function* (
  store: ObjectStore["Service"],
  { bucket, move, source, targetBucket, there }: Between,
  decided: ReadonlyArray<CopyDecision>
) {
  const free = decided.filter(({ taken = true, version_id }) => !taken && version_id === null)
  const [sources, copies] = yield* Effect.all([
    factsAt(store, source, bucket)(free.map(({ key }) => key)),
    factsAt(store, there, targetBucket)(free.map(({ to }) => to))
  ])
  return free.flatMap(({ key, to }): ReadonlyArray<CopyResult> => {
    const [from, copy] = [sources.get(key), copies.get(to)]
    return from === undefined || copy === undefined || compareWithCopy(from, copy) !== "same"
      ? []
      : [{ key: to, facts: copy, replaced: false, from: move ? { key, facts: from } : null }]
  })
})

/** Deletes only the copies' versions in versioned buckets: uncovers replaced objects. `stale_plan` names the rest. */
export const removeCopies = Effect.gen(function* () {
  const [store, pages, scan, records, remove] = yield* Effect.all([
    ObjectStore,
    BucketPages,
    LifecycleScan,
    CopiedKeys,
    deleteKeys
  ])

  const topOf = Effect.fnUntraced(function* (target: S3Target, bucket: string, copy: CopyResult) {
    const { versions } = yield* pages.versions(target, bucket, {
      prefix: copy.key,
      delimiter: "",
      after: null,
      maxKeys: 2
    })
    const [top, below] = versions.filter(({ key }) => key === copy.key)
    if (top === undefined) return { copy, gone: true as const }
    if (
      top.is_delete_marker ||
      !isUnchanged(copy.facts, { size: top.size_bytes, etag: top.etag, modifiedAt: top.modified_at })
    )
      return { copy, stays: over }
    // while suspended, the null version was replaced permanently
    return copy.replaced && (below === undefined || top.version_id === "null")
      ? { copy, stays: replacedText }
      : { copy, entry: { key: copy.key, versionId: top.version_id } }
  })

  const judged = Effect.fnUntraced(function* (
    target: S3Target,
    bucket: string,
    keepsVersions: boolean,
    copies: ReadonlyArray<CopyResult>
  ) {
    if (keepsVersions)
      return yield* Effect.forEach(
        copies,
        (copy): Effect.Effect<Verdict, Effect.Error<ReturnType<typeof topOf>>> => topOf(target, bucket, copy),
        { concurrency: 16 }
      )
    const now = yield* factsAt(store, target, bucket)(copies.map(({ key }) => key))
    return copies.map((copy): Verdict => {
      const facts = now.get(copy.key)
      if (facts === undefined) return { copy, gone: true }
      if (!isUnchanged(copy.facts, facts)) return { copy, stays: over }
      return copy.replaced ? { copy, stays: replacedText } : { copy, entry: { key: copy.key, versionId: null } }
    })
  })

  return Effect.fnUntraced(function* (
    target: S3Target,
    bucket: string,
    { goneBack, mustStay, portion, runId }: Undone
  ) {
    const keepsVersions = (yield* scan.versioning(target, bucket)) !== "off"
    const undoing = newUndoCounts()
    let after: string | null = null
    while (true) {
      const copies: ReadonlyArray<CopyResult> = yield* records.page(runId, portion, after, COPIES_PER_CHECK)
      const last = copies.at(-1)
      if (last === undefined) break
      after = last.key
      const verdictsBefore: ReadonlyArray<Verdict> = yield* judged(target, bucket, keepsVersions, copies)
      const moved = verdictsBefore.flatMap(
        (one): ReadonlyArray<CurrentCopy> =>
          one.copy.from === null || "stays" in one ? [] : [{ copy: one.copy, isGone: "gone" in one }]
      )
      const deletable = verdictsBefore.flatMap((one) => ("entry" in one ? [one.copy] : []))
      const staysFor = new Map([
        ...(moved.length === 0 ? [] : yield* goneBack(moved)),
        ...(mustStay === undefined || deletable.length === 0 ? [] : yield* mustStay(deletable))
      ])
      // sources were restored meanwhile: verify the copies again
      const currentVerdicts = moved.length === 0 ? verdictsBefore : yield* judged(target, bucket, keepsVersions, copies)
      const verdicts = currentVerdicts.map((one): Verdict => {
        const stays = staysFor.get(one.copy.key)
        return stays === undefined ? one : { copy: one.copy, stays }
      })
      const entries = verdicts.flatMap((one) => ("entry" in one ? [one.entry] : []))
      const outcomes = entries.length === 0 ? [] : yield* remove(target, bucket, entries, { background: true })
      const refused = new Map(
        outcomes.flatMap(({ code, detail, key }) => (code === null ? [] : [[key, detail ?? code] as const]))
      )
      const reasons = verdicts.flatMap((one) => {
        const reason = "stays" in one ? one.stays : refused.get(one.copy.key)
        return reason === undefined ? [] : [{ key: one.copy.key, reason }]
      })
      const staying = new Set(reasons.map(({ key }) => key))
      yield* records.forget(
        runId,
        portion,
        copies.filter(({ key }) => !staying.has(key)).map(({ key }) => key)
      )
      countStaying(undoing, copies.length, reasons)
    }
    yield* failOnRemaining(undoing)
  })
})

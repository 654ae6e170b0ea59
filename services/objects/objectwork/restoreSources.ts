import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { CopyOrder } from "#domain/objects/CopyProperties.ts"
import { compareWithCopy } from "#domain/objects/objectwork/ObjectCopy.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import type { KeyEntry } from "#services/objects/ObjectStore.ts"
import { copyBatch, type CopyStores, type CopyResult } from "./copyBatch.ts"
import type { DecidedCopy } from "./copyDecisions.ts"
import { factsAt, isUnchanged } from "./factsAt.ts"
import type { OpenUploads } from "./streamedCopy.ts"

interface Moved {
  readonly source: ResolvedContext
  readonly bucket: string
  readonly target: ResolvedContext
  readonly targetBucket: string
  readonly direct: boolean
  readonly uploads: OpenUploads
  readonly accepted: CopyOrder["accepted"]
}

export interface CurrentCopy {
  readonly copy: CopyResult
  readonly isGone: boolean
}

type Source = { readonly copy: CopyResult } & (
  | { readonly there: true }
  | { readonly stays: string }
  | { readonly marker: KeyEntry }
  | { readonly copied: string }
)

/** Removes the marker in versioned buckets, else copies back. Returns copies that must stay, with reasons. */
export const restoreSources = Effect.gen(function* () {
  const [pages, scan, contents] = yield* Effect.all([BucketPages, LifecycleScan, BucketContents])

  return Effect.fnUntraced(function* (
    stores: CopyStores,
    { accepted, bucket, direct, source, target, targetBucket, uploads }: Moved,
    copies: ReadonlyArray<CurrentCopy>
  ) {
    const keepsVersions = (yield* scan.versioning(source.s3, bucket)) !== "off"
    const sources = yield* factsAt(
      stores.store,
      source.s3,
      bucket
    )(copies.flatMap(({ copy: { from } }) => (from === null ? [] : [from.key])))

    const sourceState = Effect.fnUntraced(function* ({ copy, isGone }: CurrentCopy) {
      const { facts, from } = copy
      if (from === null) return { copy, there: true as const }
      const now = sources.get(from.key)
      if (now !== undefined)
        return isUnchanged(from.facts, now) || compareWithCopy(facts, now) === "same"
          ? { copy, there: true as const }
          : { copy, stays: `something else stands at ${from.key} now` }
      if (isGone) return { copy, stays: "it is not there any more" }
      if (!keepsVersions) return { copy, copied: from.key }
      const { versions } = yield* pages.versions(source.s3, bucket, {
        prefix: from.key,
        delimiter: "",
        after: null,
        maxKeys: 2
      })
      const [top, below] = versions.filter(({ key }) => key === from.key)
      const isIt =
        below !== undefined &&
        !below.is_delete_marker &&
        isUnchanged(from.facts, { size: below.size_bytes, etag: below.etag, modifiedAt: below.modified_at })
      return top?.is_delete_marker === true && isIt
        ? { copy, marker: { key: from.key, versionId: top.version_id } }
        : { copy, copied: from.key }
    })

    const sourceStates: ReadonlyArray<Source> = yield* Effect.forEach(
      copies,
      (one): Effect.Effect<Source, Effect.Error<ReturnType<typeof sourceState>>> => sourceState(one),
      { concurrency: 16 }
    )
    const mustStay = new Map(
      sourceStates.flatMap((one) => ("stays" in one ? [[one.copy.key, one.stays] as const] : []))
    )

    const hidden = sourceStates.flatMap((one) => ("marker" in one ? [one] : []))
    const outcomes =
      hidden.length === 0
        ? []
        : yield* stores.remove(
            source.s3,
            bucket,
            hidden.map(({ marker }) => marker),
            { background: true }
          )
    outcomes.forEach(({ code, detail }, index) => {
      const copy = hidden[index]?.copy
      if (code !== null && copy !== undefined) mustStay.set(copy.key, detail ?? code)
    })

    const lacking = sourceStates.flatMap((one) => ("copied" in one ? [one] : []))
    if (lacking.length === 0) return mustStay
    const targetFacts = yield* factsAt(stores.store, target.s3, targetBucket)(lacking.map(({ copy }) => copy.key))
    const going = lacking.flatMap(({ copied, copy: { facts, key } }): ReadonlyArray<DecidedCopy> => {
      const now = targetFacts.get(key)
      if (now !== undefined && isUnchanged(facts, now)) return [{ key, version_id: null, to: copied, facts: now }]
      mustStay.set(key, "it is not there any more, or somebody wrote it again")
      return []
    })
    const back = copyBatch(stores, {
      source: target,
      bucket: targetBucket,
      target: source,
      targetBucket: bucket,
      base: "",
      prefix: "",
      conflict: "skip",
      plannedAt: null,
      move: false,
      direct,
      uploads,
      accepted,
      objectLock: (yield* contents.settings(source.s3, bucket)).objectLock,
      recordCopies: () => Effect.void
    })
    const { failures } = yield* back.copyAll(going, () => undefined)
    for (const { key, reason } of failures) mustStay.set(key, reason)
    return mustStay
  })
})

import { Effect } from "effect"
import { type ComparisonCounts, noCounts, type ObjectDifference } from "#domain/objects/comparison/BucketComparison.ts"
import {
  compareAttributes,
  type ComparedPair,
  comparedObject,
  compareEntries,
  type ListedEntry,
  pairsByKey,
  verdictOfKey
} from "#domain/objects/comparison/compareEntries.ts"
import type { EntryPair } from "#domain/objects/comparison/mergeListings.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { isObjectFailure } from "#services/objects/objectwork/objectFailure.ts"
import type { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { ResolvedSide, ResolvedSides } from "./comparisonSides.ts"

const ATTRIBUTE_READS = 16

export const compareContent = (
  { details, store }: { readonly details: ObjectDetailStore["Service"]; readonly store: ObjectStore["Service"] },
  { source, target }: ResolvedSides
) => {
  const attributesOf = ({ bucket, context }: ResolvedSide, { key, versionId }: ListedEntry) =>
    Effect.matchEffect(details.head(context.s3, { bucket, key, versionId }, null), {
      onSuccess: (head) => Effect.succeed(head),
      // a deleted, SSE-C or unresponsive object stays unknown; a gateway must answer
      onFailure: (error) =>
        Effect.flatMap(isObjectFailure(store, [{ s3: context.s3, bucket }], error), (ofObject) =>
          ofObject || error._tag === "NotFound" || error._tag === "InvalidInput" || error._tag === "StorageError"
            ? Effect.succeed(null)
            : Effect.fail(error)
        )
    })

  const compared = (pair: EntryPair<ListedEntry>): Effect.Effect<ComparedPair, GatewayFailure> =>
    Effect.gen(function* () {
      const verdict = compareEntries(pair)
      const listed = { ...pair, verdict, proof: verdict === "same" ? ("etag" as const) : null, checksum: null }
      if (verdict !== "unknown" || pair.source === null || pair.target === null) return listed
      const [one, other] = yield* Effect.all([attributesOf(source, pair.source), attributesOf(target, pair.target)], {
        concurrency: 2
      })
      if (one === null || other === null) return listed
      const attributeVerdict = compareAttributes(one, other)
      return attributeVerdict === "same"
        ? { ...pair, verdict: attributeVerdict, proof: "checksum" as const, checksum: one.checksum }
        : { ...listed, verdict: attributeVerdict }
    })

  return Effect.fnUntraced(function* (pairs: ReadonlyArray<EntryPair<ListedEntry>>) {
    const counts: { -readonly [Name in keyof ComparisonCounts]: number } = { ...noCounts }
    const differences: Array<ObjectDifference> = []
    const all = yield* Effect.forEach(pairs, compared, { concurrency: ATTRIBUTE_READS })
    const verdicts = all.map(({ verdict }) => verdict)
    let at = 0
    for (const group of pairsByKey(pairs)) {
      const kind = verdictOfKey(verdicts.slice(at, at + group.length))
      at += group.length
      for (const { source: one, target: other } of group) {
        counts.source_objects += one === null ? 0 : 1
        counts.source_bytes += one?.size ?? 0
        counts.target_objects += other === null ? 0 : 1
        counts.target_bytes += other?.size ?? 0
      }
      counts[kind] += 1
      if (kind !== "same")
        differences.push({
          key: group[0]?.key ?? "",
          kind,
          source: comparedObject(group.map((pair) => pair.source)),
          target: comparedObject(group.map((pair) => pair.target))
        })
    }
    return { counts: counts as ComparisonCounts, differences, pairs: all, end: pairs.at(-1)?.key ?? "" }
  })
}

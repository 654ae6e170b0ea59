import { Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { PointInTime } from "#domain/objects/pointInTime.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { copyVersionOverObject } from "#services/objects/copyVersionOverObject.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { readWholeObject } from "#services/objects/ObjectInspector.ts"
import { VersionStore } from "#services/objects/VersionStore.ts"
import type { KeyHistory } from "./readHistories.ts"
import type { RestoredKey } from "./RestoredKeys.ts"

export const changedSince = () =>
  new Conflict({ code: "stale_plan", detail: "It was written or deleted since the preview: it is left as it is" })

const metadataText = ({
  head: { headers, metadata },
  tags
}: Effect.Success<ReturnType<typeof readWholeObject>>): string => {
  const sorted = (record: Readonly<Record<string, string | null>>) =>
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([
    sorted(headers),
    sorted(metadata),
    tags.map(({ key, value }) => [key, value]).sort(([one = ""], [other = ""]) => (one < other ? -1 : 1))
  ])
}

export const restoreKey = Effect.gen(function* () {
  const details = yield* ObjectDetailStore
  const versions = yield* VersionStore
  const pages = yield* BucketPages

  const newest = (context: ResolvedContext, bucket: string, key: string) =>
    Effect.map(versions.newest(context.s3, bucket, key), (found) => found?.versionId ?? null)
  const readVersion = (context: ResolvedContext, bucket: string, key: string, versionId: string) =>
    readWholeObject(details, context, { bucket, key, versionId }, null)

  /** Version directly above another: ours, because the state was just verified. `""` when another writer came first. */
  const versionAbove = Effect.fnUntraced(function* ({ s3 }: ResolvedContext, bucket: string, key: string, was: string) {
    const {
      versions: [top, below]
    } = yield* pages.versions(s3, bucket, { prefix: key, delimiter: "", after: null, maxKeys: 2 })
    return top?.key === key && below?.key === key && below.version_id === was ? top.version_id : ""
  })

  const haveSameMetadata = Effect.fnUntraced(function* (
    context: ResolvedContext,
    bucket: string,
    key: string,
    one: string,
    other: string
  ) {
    const [left, right] = yield* Effect.all(
      [readVersion(context, bucket, key, one), readVersion(context, bucket, key, other)],
      { concurrency: 2 }
    )
    return metadataText(left) === metadataText(right)
  })

  /** Returns the version or marker made, `""` if another writer came first. Conflict `stale_plan` for later writes. */
  const carryOut = Effect.fnUntraced(function* (
    context: ResolvedContext,
    bucket: string,
    key: string,
    was: string,
    decision: Exclude<PointInTime, { readonly act: "keep" }>
  ) {
    const source = decision.act === "hide" ? null : yield* readVersion(context, bucket, key, decision.from.versionId)
    if ((yield* newest(context, bucket, key)) !== was) return yield* changedSince()
    if (source === null || decision.act === "hide")
      return (yield* versions.hide(context.s3, bucket, key)) ?? (yield* versionAbove(context, bucket, key, was))
    yield* copyVersionOverObject(details, context, bucket, decision.from.versionId, source, null)
    return yield* versionAbove(context, bucket, key, was)
  })

  const findEarlierResult = Effect.fnUntraced(function* (
    context: ResolvedContext,
    bucket: string,
    { key, versions: [top, below] }: KeyHistory,
    stored: RestoredKey
  ) {
    if (top === undefined) return null
    if (below?.versionId !== stored.was || top.isMarker !== (stored.act === "hide")) return null
    if (stored.act === "hide") return top.versionId
    return (yield* haveSameMetadata(context, bucket, key, top.versionId, stored.source ?? "")) ? top.versionId : null
  })

  const takeBack = Effect.fnUntraced(function* (
    { s3 }: ResolvedContext,
    bucket: string,
    { key, made, was }: RestoredKey
  ) {
    const newestVersion = yield* versions.newest(s3, bucket, key)
    const stays = new Conflict({ code: "stale_plan", detail: "It was written or deleted since: it stays as it is" })
    if (made === "") return yield* stays
    else if (newestVersion !== null && newestVersion.versionId === made)
      yield* versions.remove(s3, { bucket, key, versionId: newestVersion.versionId }, false)
    else if (newestVersion?.versionId !== was) return yield* stays
  })

  return { saySame: haveSameMetadata, carryOut, foundDone: findEarlierResult, takeBack }
})

import { Effect, Schema, Stream } from "effect"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { oldVersions } from "#domain/objects/oldVersions.ts"
import type { RetainedVersion } from "#domain/objects/pointInTime.ts"
import { addTallies, emptyTally, initialSweep, SweepState, type Tally } from "#domain/objects/objectwork/Sweep.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { objectKind } from "./objectKind.ts"
import { type KeyHistory, readHistories } from "./readHistories.ts"
import { sweep } from "./sweep.ts"
import { sweptOutcome } from "./sweptOutcome.ts"

export const versionCleaning = "version_cleaning"

const Params = Schema.Struct({
  context_id: Schema.String,
  listing_key: Schema.String,
  bucket: ExistingBucketName,
  prefix: Schema.String,
  planned_at: Schema.String,
  keep_newest: Schema.NullOr(Schema.Int),
  older_than_days: Schema.NullOr(Schema.Int),
  orphan_markers: Schema.Boolean
})
export type CleaningParams = typeof Params.Type

export const deletionTargets = (
  { cut, versions }: KeyHistory,
  {
    keep_newest,
    older_than_days,
    orphan_markers,
    planned_at
  }: Omit<CleaningParams, "context_id" | "listing_key" | "bucket" | "prefix">
) =>
  cut
    ? []
    : oldVersions(versions, {
        keepNewest: keep_newest,
        olderThanDays: older_than_days,
        orphanMarkers: orphan_markers,
        at: Date.parse(planned_at)
      })

const MAX_VERSIONS_PER_REQUEST = 1_000

interface VersionToDelete {
  readonly key: string
  readonly versionId: string
  readonly version: RetainedVersion
}

export const cleaningKind = Effect.gen(function* () {
  const pages = yield* BucketPages
  const contexts = yield* ExecutionContexts
  const kind = yield* objectKind
  const remove = yield* deleteKeys

  return kind<CleaningParams, { readonly prefix: string }, SweepState, null>({
    name: versionCleaning,
    params: Params,
    target: Schema.Struct({ prefix: Schema.String }),
    notes: SweepState,
    inverse: Schema.Null,
    exclusionKey: ({ bucket, listing_key }) => `${versionCleaning} ${listing_key} ${bucket}`,
    plan: ({ bucket, keep_newest, older_than_days, orphan_markers, prefix }) => {
      if (keep_newest === null && older_than_days === null && !orphan_markers)
        return Effect.fail(
          InvalidInput.at("payload", "Say what is to go: keep_newest, older_than_days or orphan_markers")
        )
      return Effect.succeed({
        title: `Remove old versions of ${prefix === "" ? bucket : `${prefix} in ${bucket}`}`,
        warnings: [],
        excluded: [],
        items: Stream.succeed({
          key: "1",
          label: prefix === "" ? "everything in the bucket" : prefix,
          detail: bucket,
          before: "all versions",
          after: "without the old ones",
          sort: "folders",
          phase: 1,
          target: { prefix }
        })
      })
    },

    perform: Effect.fn("Cleaning.perform")(function* ({ note, notes, params, isPauseRequested }) {
      const { bucket, listing_key, prefix } = params
      const context = yield* contexts.forListing(listing_key)

      const removing = Effect.fnUntraced(function* (targets: ReadonlyArray<VersionToDelete>) {
        let tally = emptyTally
        for (let from = 0; from < targets.length; from += MAX_VERSIONS_PER_REQUEST) {
          const some = targets.slice(from, from + MAX_VERSIONS_PER_REQUEST)
          const outcomes = yield* remove(context.s3, bucket, some)
          tally = addTallies(tally, {
            done: outcomes.filter(({ deleted }) => deleted).length,
            skipped: 0,
            bytes: outcomes.reduce((sum, { deleted }, at) => (deleted ? sum + (some[at]?.version.size ?? 0) : sum), 0),
            failures: outcomes.flatMap(({ code, detail, key }, at) =>
              code === null ? [] : [{ key, version_id: some[at]?.versionId ?? null, code, reason: detail ?? code }]
            )
          })
        }
        return tally
      })

      const each = Effect.fnUntraced(function* (
        histories: ReadonlyArray<KeyHistory>
      ): Effect.fn.Return<Tally, Effect.Error<ReturnType<typeof removing>>> {
        const targets = histories.flatMap((history) =>
          deletionTargets(history, params).map(
            (version): VersionToDelete => ({ key: history.key, versionId: version.versionId, version })
          )
        )
        const versions = yield* removing(targets.filter(({ version }) => !version.isMarker))
        // a marker hides the versions that remain beneath it
        const remainingKeys = new Set(versions.failures.map(({ key }) => key))
        const markers = yield* removing(
          targets.filter(({ key, version }) => version.isMarker && !remainingKeys.has(key))
        )
        const cut = histories
          .filter((history) => history.cut)
          .map(({ key }) => ({
            key,
            version_id: null,
            code: "state_conflict",
            reason: "It has more versions than are looked at"
          }))
        return addTallies(addTallies(versions, markers), { ...emptyTally, failures: cut })
      })

      const work = sweep(notes ?? initialSweep, {
        read: readHistories(pages, context.s3, bucket, prefix),
        batch: MAX_VERSIONS_PER_REQUEST,
        isPauseRequested,
        each,
        note: (state, soFar) => note(state, { done: soFar.done, total: null, unit: "versions and markers", note: "" })
      })
      return yield* sweptOutcome(work, "cannot be removed")
    })
  })
})

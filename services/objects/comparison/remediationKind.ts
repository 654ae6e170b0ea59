import { Effect, Option, Schema, Stream } from "effect"
import type { DifferenceKind, ObjectDifference } from "#domain/objects/comparison/BucketComparison.ts"
import { remediationActions } from "#domain/objects/comparison/BucketComparison.ts"
import { PlanRemediation } from "#domain/objects/comparison/Remediation.ts"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import {
  emptyTally,
  type ObjectFailure,
  advanceSweep,
  initialSweep,
  type Tally
} from "#domain/objects/objectwork/Sweep.ts"
import { compareWithCopy } from "#domain/objects/objectwork/ObjectCopy.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { FeatureChanges } from "#services/buckets/features/FeatureChanges.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { bucketIdentity, featureVersion } from "#services/buckets/features/featureVersion.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectRelay } from "#services/objects/ObjectRelay.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { ItemWork, Performed, PlannedItem, WorkKind } from "#services/platform/work/WorkKind.ts"
import { copyBatch } from "../objectwork/copyBatch.ts"
import { copyFailure } from "../objectwork/copyDecisions.ts"
import { factsAt } from "../objectwork/factsAt.ts"
import { sameGateway } from "../objectwork/sameBucket.ts"
import { sweptOutcome } from "../objectwork/sweptOutcome.ts"
import { lossWarning, MAX_SAMPLED_OBJECTS, readableProperties, sampleProperties } from "../sampleProperties.ts"
import { compareSettings } from "./compareSettings.ts"
import { ComparisonDifferences } from "./ComparisonDifferences.ts"
import { comparisonSides, ComparisonSide, type ResolvedSides, sameKeyPlaces } from "./comparisonSides.ts"

export const bucketRemediation = "bucket_remediation"

const Params = Schema.Struct({
  ...PlanRemediation.fields,
  comparison_id: Schema.Int,
  source: ComparisonSide,
  target: ComparisonSide
})
export type RemediationParams = typeof Params.Type

const objectActions = ["copy_missing", "replace_different", "delete_extra"] as const
const kindOfAction = { copy_missing: "missing", replace_different: "different", delete_extra: "extra" } as const
const actionNames = {
  copy_missing: "Copy missing",
  replace_different: "Replace different",
  delete_extra: "Delete extra"
}

const Target = Schema.Union([
  Schema.TaggedStruct("Objects", {
    action: Schema.Literals(objectActions),
    after: Schema.String,
    through: Schema.String,
    count: Schema.Int
  }),
  Schema.TaggedStruct("Setting", {
    feature: FeatureName,
    identity: Schema.String,
    before: Schema.NullOr(Schema.String),
    value: Schema.Json,
    source: Schema.NullOr(Schema.String)
  })
])
type Target = typeof Target.Type
type Objects = Extract<Target, { readonly _tag: "Objects" }>
type Setting = Extract<Target, { readonly _tag: "Setting" }>

const Notes = Schema.Struct({ uploads: Schema.Array(Schema.Struct({ key: Schema.String, upload_id: Schema.String })) })
type Notes = typeof Notes.Type

const Inverse = Schema.Struct({ change_id: Schema.Int })
type Inverse = typeof Inverse.Type

type Work = ItemWork<RemediationParams, Target, Notes>

const OBJECTS_PER_ITEM = 500

/** Makes the target equal to the source; does not touch objects written since the comparison. */
export const remediationKind = Effect.gen(function* () {
  const [store, details, multipart, relay, remove, contents] = yield* Effect.all([
    ObjectStore,
    ObjectDetailStore,
    MultipartStore,
    ObjectRelay,
    deleteKeys,
    BucketContents
  ])
  const [measures, listings, contexts] = yield* Effect.all([BucketMeasures, BucketListings, ExecutionContexts])
  const [edits, changes] = yield* Effect.all([FeatureEdits, FeatureChanges])
  const differences = yield* ComparisonDifferences
  const identityOf = yield* bucketIdentity
  const settingsOf = yield* compareSettings
  const sides = yield* comparisonSides
  const sampleOf = sampleProperties(details)

  const objectItems = ({ comparison_id, target }: RemediationParams, action: Objects["action"]) =>
    Stream.paginate("", (after: string) =>
      Effect.map(
        differences.page(comparison_id, { after, limit: OBJECTS_PER_ITEM, kinds: [kindOfAction[action]] }),
        (differencePage) => {
          const through = differencePage.at(-1)?.key ?? ""
          const item: PlannedItem<Target> = {
            key: `${action} ${after}`,
            label: `${actionNames[action]} objects`,
            detail: target.bucket,
            before: "",
            after: `${differencePage.length} objects`,
            sort: action,
            phase: 1 + objectActions.indexOf(action),
            target: { _tag: "Objects", action, after, through, count: differencePage.length }
          }
          return [
            differencePage.length === 0 ? [] : [item],
            differencePage.length < OBJECTS_PER_ITEM ? Option.none<string>() : Option.some(through)
          ] as const
        }
      )
    )

  const settingItems = Effect.fnUntraced(function* ({ source, target }: RemediationParams) {
    const [from, to] = yield* Effect.all([
      contexts.forListing(source.listing_key),
      contexts.forListing(target.listing_key)
    ])
    const compared = yield* settingsOf({
      source: { context: from, bucket: source.bucket },
      target: { context: to, bucket: target.bucket }
    })
    const identity = yield* identityOf(to, target.bucket)
    return {
      items: compared.flatMap(
        ({ comparison, edit }): ReadonlyArray<PlannedItem<Target>> =>
          edit === null
            ? []
            : [
                {
                  key: `setting ${edit.feature}`,
                  label: featureOf(edit.feature).label,
                  detail: target.bucket,
                  before: comparison.target_summary,
                  after: comparison.source_summary,
                  sort: "align_settings",
                  phase: 1,
                  target: { _tag: "Setting", identity, ...edit }
                }
              ]
      ),
      excluded: compared.flatMap(({ comparison: { detail, feature, verdict }, edit }) =>
        edit === null && verdict !== "same"
          ? [{ label: featureOf(feature).label, reason: detail ?? "It could not be compared" }]
          : []
      )
    }
  })

  const lossWarnings = Effect.fnUntraced(function* (
    { accept_losses, comparison_id, source, target }: RemediationParams,
    actions: ReadonlyArray<Objects["action"]>
  ) {
    const kinds = actions.filter((action) => action !== "delete_extra").map((action) => kindOfAction[action])
    if (kinds.length === 0) return []
    const rows = yield* differences.page(comparison_id, { after: "", limit: MAX_SAMPLED_OBJECTS, kinds })
    const [from, to] = yield* Effect.all([
      contexts.forListing(source.listing_key),
      contexts.forListing(target.listing_key)
    ])
    const { objectLock } = yield* contents.settings(to.s3, target.bucket)
    const resolved = {
      source: { context: from, bucket: source.bucket },
      target: { context: to, bucket: target.bucket }
    }
    const sample = yield* sampleOf(
      resolved.source,
      rows.map(({ key }) => key)
    )
    const warning = yield* lossWarning(resolved, readableProperties(sample), objectLock, accept_losses ?? [])
    return warning === null ? [] : [warning.message]
  })

  const plan = Effect.fn("Remediation.plan")(function* (params: RemediationParams) {
    const actions = remediationActions.filter((action) => params.actions.includes(action))
    const settings = actions.includes("align_settings") ? yield* settingItems(params) : { items: [], excluded: [] }
    const objects = objectActions.filter((action) => actions.includes(action))
    return {
      title: `Make ${params.target.bucket} equal to ${params.source.bucket}`,
      warnings: [
        ...(objects.includes("delete_extra")
          ? ["Objects that only the target has are deleted: where it keeps versions they can be restored"]
          : []),
        ...(yield* lossWarnings(params, objects))
      ],
      excluded: settings.excluded,
      items: Stream.concat(
        Stream.fromIterable(settings.items),
        Stream.flatMap(Stream.fromIterable(objects), (action) => objectItems(params, action))
      )
    }
  })

  const rowsOf = Effect.fnUntraced(function* (comparisonId: number, { action, after, count, through }: Objects) {
    const kinds: ReadonlyArray<DifferenceKind> = [kindOfAction[action]]
    const differencePage = yield* differences.page(comparisonId, { after, limit: count, kinds })
    return differencePage.at(-1)?.key === through ? differencePage : []
  })

  const unchangedAtTarget = Effect.fnUntraced(function* (
    { target: { bucket, context } }: ResolvedSides,
    rows: ReadonlyArray<ObjectDifference>
  ) {
    const facts = yield* factsAt(store, context.s3, bucket)(rows.map(({ key }) => key))
    const changed = (row: ObjectDifference) => {
      const now = facts.get(row.key)
      return (
        now !== undefined &&
        row.target !== null &&
        compareWithCopy({ size: row.target.size_bytes, etag: row.target.etag }, now) !== "same"
      )
    }
    const failures: ReadonlyArray<ObjectFailure> = rows
      .filter(changed)
      .map(({ key }) =>
        copyFailure(key, null, { code: "stale_plan", reason: "The target was written since the comparison" })
      )
    return { rows: rows.filter((row) => !changed(row) && facts.has(row.key)), failures }
  })

  const deleteExtra = Effect.fnUntraced(function* (resolved: ResolvedSides, rows: ReadonlyArray<ObjectDifference>) {
    const { context, bucket } = resolved.target
    const current = yield* unchangedAtTarget(resolved, rows)
    const outcomes =
      current.rows.length === 0
        ? []
        : yield* remove(
            context.s3,
            bucket,
            current.rows.map(({ key }) => ({ key, versionId: null })),
            { background: true }
          )
    const refused = outcomes.filter(({ code }) => code !== null)
    const tally: Tally = {
      ...emptyTally,
      done: outcomes.length - refused.length,
      skipped: rows.length - current.rows.length - current.failures.length,
      failures: [
        ...current.failures,
        ...refused.map(({ code, detail, key }) =>
          copyFailure(key, null, { code: code ?? "", reason: detail ?? code ?? "" })
        )
      ]
    }
    return tally
  })

  const copyRows = Effect.fnUntraced(function* (
    { note, notes, params }: Work,
    { action }: Objects,
    { source, target }: ResolvedSides,
    rows: ReadonlyArray<ObjectDifference>
  ) {
    const uploads = new Map((notes?.uploads ?? []).map((upload) => [upload.upload_id, upload]))
    for (const { key, upload_id } of [...uploads.values()]) {
      yield* multipart.abort(target.context.s3, { bucket: target.bucket, key, gatewayUploadId: upload_id })
      uploads.delete(upload_id)
    }
    const noteUploads = Effect.suspend(() => note({ uploads: [...uploads.values()] }))
    const { objectLock } = yield* contents.settings(target.context.s3, target.bucket)
    const current =
      action === "replace_different"
        ? yield* unchangedAtTarget({ source, target }, rows)
        : { rows, failures: [] as ReadonlyArray<ObjectFailure> }
    const steps = copyBatch(
      { store, details, multipart, relay, remove },
      {
        ...sameKeyPlaces({ source, target }),
        conflict: action === "replace_different" ? "replace" : "skip",
        direct: sameGateway(source.context, target.context),
        objectLock,
        accepted: params.accept_losses ?? [],
        plannedAt: null,
        recordCopies: () => Effect.void,
        uploads: {
          begun: ({ gatewayUploadId, key }) =>
            Effect.suspend(() => {
              uploads.set(gatewayUploadId, { key, upload_id: gatewayUploadId })
              return noteUploads
            }),
          ended: ({ gatewayUploadId }) =>
            Effect.sync(() => {
              uploads.delete(gatewayUploadId)
            })
        }
      }
    )
    const tally = yield* steps.goOn(
      current.rows.map(({ key }) => ({ key, version_id: null, to: key })),
      () => undefined
    )
    return { ...tally, failures: [...current.failures, ...tally.failures] }
  })

  const alignSetting = Effect.fnUntraced(function* (
    { caller }: Work,
    { before, feature, identity, source, value }: Setting,
    { target }: ResolvedSides
  ): Effect.fn.Return<Performed<Inverse>, Effect.Error<ReturnType<typeof edits.edit>>> {
    const { changeId } = yield* edits.edit(caller, target.context, target.bucket, feature, {
      value,
      version: yield* featureVersion(identity, before),
      identity,
      origin: "copy",
      source
    })
    return changeId === null
      ? { outcome: "skipped", why: "It is the same already", result: {}, inverse: null }
      : { outcome: "completed", result: { change_id: changeId }, inverse: { change_id: changeId } }
  })

  const kind: WorkKind<RemediationParams, Target, Notes, Inverse> = {
    name: bucketRemediation,
    scope: "manager",
    listing: ({ source }) => source.listing_key,
    params: Params,
    target: Target,
    notes: Notes,
    inverse: Inverse,
    exclusionKey: ({ target }) => `${bucketRemediation} ${target.listing_key} ${target.bucket}`,
    maxConcurrency: 2,
    plan,

    perform: Effect.fn("Remediation.perform")(function* (work) {
      const { params, target } = work
      const resolved = yield* sides.ofStarter(work.caller, params)
      if (target._tag === "Setting") return yield* alignSetting(work, target, resolved)
      const rows = yield* rowsOf(params.comparison_id, target)
      const objects =
        target.action === "delete_extra" ? deleteExtra(resolved, rows) : copyRows(work, target, resolved, rows)
      const tally = yield* Effect.ensuring(
        objects,
        Effect.andThen(
          measures.changed(resolved.target.context, resolved.target.bucket),
          listings.refresh(resolved.target.context.listingKey)
        )
      )
      const state = advanceSweep(initialSweep, tally, target.through)
      const outcome = yield* sweptOutcome(Effect.succeed({ state, end: "through" as const }), "could not be made equal")
      return { ...outcome, inverse: null }
    }),

    undo: Effect.fn("Remediation.undo")(function* ({ caller, params: { target } }, { change_id }) {
      const context = yield* contexts.forListing(target.listing_key)
      const change = yield* changes.find(target.listing_key, target.bucket, change_id)
      if (change.undone_by === null) yield* edits.putBack(caller, context, target.bucket, change, change_id)
    })
  }
  return kind
})

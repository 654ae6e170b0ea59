import { Effect, Exit, Option, Schema, Stream } from "effect"
import { clusterListingKey, userListingKey } from "#domain/accounts/contexts/listingOwner.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { BucketChange } from "#domain/buckets/changes/BucketChange.ts"
import { MAX_CHANGED_BUCKETS, PlanBucketChange } from "#domain/buckets/changes/BucketChangeRequest.ts"
import { changeProposal, type FeatureProposal } from "#domain/buckets/changes/decideChange.ts"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import type { WorkbenchRow } from "#domain/buckets/workbench/WorkbenchRow.ts"
import { Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Conflict, type DomainError, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import type { Performed, WorkKind } from "#services/platform/work/WorkKind.ts"
import { type BucketPlace, BucketPlace as Place, changeContexts, ChangeScope } from "./changeContexts.ts"
import { carriedDocument, copyProposal, type CopySource, readCopySource } from "./copySource.ts"
import { featureItems, FeatureInverse, FeatureItemCheckpoint, FeatureTarget, plannedFeature } from "./featureItems.ts"
import { rowLabel, selectBuckets } from "./selectBuckets.ts"
import { type BucketState, readBucketStates, surveyFeatures } from "./surveyFeatures.ts"

const MAX_CONCURRENT_BUCKETS = 8
const RIGHT_MAX_AGE = "100 millis"
const MAX_NAMED_WARNINGS = 20

const Params = Schema.Struct({ ...PlanBucketChange.fields, scope: ChangeScope })
export type BucketChangeParams = typeof Params.Type

const Target = Schema.Struct({ ...FeatureTarget.fields, feature: FeatureName, place: Place })
type Target = typeof Target.Type
const Inverse = Schema.Struct({ ...FeatureInverse.fields, feature: FeatureName, place: Place })
type Inverse = typeof Inverse.Type

export const bucketChangeKinds = {
  "cluster-admin": "cluster_bucket_change",
  "storage-ops": "bucket_change"
} as const

const placeOfRuns = (scope: ChangeScope): string =>
  scope.workspace === "cluster-admin" ? clusterListingKey(scope.endpoint_id) : userListingKey(scope.user_id)

const isQuotaOnly = (features: ReadonlyArray<FeatureName>): boolean => features.every((name) => name === "quota")

const inWords = (features: ReadonlyArray<FeatureName>): string =>
  features.map((name) => featureOf(name).label.toLowerCase()).join(", ")

const describe = (change: BucketChange): string =>
  change.kind === "copy_features"
    ? `Copy ${inWords(change.features)} to`
    : change.kind === "settings"
      ? `Change ${inWords(change.settings.map(({ kind }) => kind))} of`
      : change.kind === "copy_guard"
        ? `${change.value ? "Add" : "Remove"} the copy guard ${change.value ? "to" : "of"}`
        : `Change ${featureOf(change.kind).label.toLowerCase()} of`

const withPlace = (
  { inverse, ...performed }: Performed<FeatureInverse>,
  feature: FeatureName,
  place: BucketPlace
): Performed<Inverse> => ({ ...performed, inverse: inverse === null ? null : { ...inverse, feature, place } })

const noPlace = "No user with a key owns it at the gateway"

const planner = Effect.map(
  Effect.serviceOption(CurrentCaller),
  Option.getOrElse((): Caller => Caller.cases.Internal.make({}))
)

export const makeBucketChangeKind = (workspace: ChangeScope["workspace"]) =>
  Effect.gen(function* () {
    const contexts = yield* changeContexts
    const select = yield* selectBuckets
    const readSource = yield* readCopySource
    const survey = yield* surveyFeatures
    const readStates = yield* readBucketStates
    const items = yield* featureItems

    /** Each place once, with its owner's key and the user's right. */
    const sharedContexts = Effect.sync(() => {
      const resolved = new Map<string, ReturnType<typeof contexts.resolve>>()
      return Effect.fnUntraced(function* (...[caller, scope, place, withKey]: Parameters<typeof contexts.resolve>) {
        const name = JSON.stringify([place, withKey])
        const context = resolved.get(name) ?? (yield* Effect.cached(contexts.resolve(caller, scope, place, withKey)))
        resolved.set(name, context)
        return yield* context
      })
    })

    const readSources = Effect.fnUntraced(function* (
      scope: ChangeScope,
      { features, source: id }: Extract<BucketChange, { readonly kind: "copy_features" }>,
      keys: ReadonlyMap<string, string>,
      find: (ids: ReadonlyArray<string>) => ReturnType<typeof select>
    ) {
      const missing = InvalidInput.at("payload.change.source", "There is no such bucket")
      const { rows } = yield* find([id])
      const [row] = rows
      const place = row === undefined ? null : (yield* contexts.placesOf(scope, keys, rows))(row)
      if (row === undefined || place === null) return yield* missing
      const context = yield* contexts.resolve(yield* planner, scope, place, !isQuotaOnly(features)).pipe(
        Effect.catchTags({
          BadRequest: () => Effect.fail(missing),
          Forbidden: ({ detail }) => new Conflict({ code: "state_conflict", detail })
        })
      )
      return yield* Effect.forEach(features, (name) => readSource(context, name, row.name))
    })

    const planned = Effect.fn("BucketChanges.plan")(function* ({
      accept_losses,
      change,
      scope,
      selection
    }: BucketChangeParams) {
      const workbench = yield* contexts.scopeOf(scope)
      const keys = new Map(workbench.contexts.map(({ context_id, key }) => [context_id, key]))
      const { missing, rows, warnings } = yield* select(workbench, selection)
      const placeOf = yield* contexts.placesOf(scope, keys, rows)
      const sources: ReadonlyArray<CopySource> =
        change.kind === "copy_features"
          ? yield* readSources(scope, change, keys, (ids) => select(workbench, { ids }))
          : []
      const carried = new Map(sources.map((source) => [source.feature.name, carriedDocument(source)]))
      const proposals: ReadonlyArray<FeatureProposal> =
        change.kind === "copy_features"
          ? sources.map(copyProposal)
          : change.kind === "settings"
            ? change.settings.map(changeProposal)
            : [changeProposal(change)]
      const withKey = !isQuotaOnly(proposals.map(({ feature }) => feature))
      const caller = yield* planner
      const resolve = yield* sharedContexts
      const contextOf = (place: BucketPlace) => resolve(caller, scope, place, withKey)
      const limiter = makeAdaptiveLimiter()

      const excluded = (row: WorkbenchRow, reason: string) => ({ label: rowLabel(row), reason })
      const states = new Map<WorkbenchRow, BucketState>()
      const groups = new Map<ResolvedContext, Array<WorkbenchRow>>()
      for (const row of rows) {
        const place = placeOf(row)
        const context = place === null ? null : yield* Effect.option(contextOf(place))
        if (context?._tag === "Some") groups.set(context.value, [...(groups.get(context.value) ?? []), row])
      }
      for (const [context, those] of groups) {
        const read = yield* readStates(
          context,
          those.map(({ name }) => name),
          proposals.map(({ feature }) => feature)
        )
        for (const [index, row] of those.entries()) if (read[index] !== undefined) states.set(row, read[index])
      }
      const surveys = yield* Effect.forEach(
        rows,
        Effect.fnUntraced(function* (row) {
          if (change.kind === "copy_features" && row.id === change.source)
            return { items: [], excluded: [excluded(row, "It is the bucket that is copied from")], warnings: [] }
          const place = placeOf(row)
          if (place === null) return { items: [], excluded: [excluded(row, noPlace)], warnings: [] }
          const context = yield* Effect.result(contextOf(place))
          if (context._tag === "Failure") {
            const { failure } = context
            const reason = "detail" in failure ? failure.detail : failure.message
            return { items: [], excluded: [excluded(row, reason)], warnings: [] }
          }
          const surveyed = yield* survey(limiter, context.success, row.name, proposals, accept_losses, states.get(row))
          const label = rowLabel(row)
          const head = (name: FeatureName) => (proposals.length === 1 ? [] : [featureOf(name).label])
          return {
            items: surveyed.flatMap((one) => {
              if (one.diff.left_out !== null) return []
              const { target, ...item } = plannedFeature(one, carried.get(one.feature))
              return [
                {
                  ...item,
                  // the id of a row changes once its statistics are read
                  key: `${place.context_id} ${row.tenant}/${row.name} ${one.feature}`,
                  label,
                  detail: [...head(one.feature), ...(item.detail === "" ? [] : [item.detail])].join(": "),
                  target: { ...target, feature: one.feature, place }
                }
              ]
            }),
            excluded: surveyed.flatMap(({ diff, feature }) =>
              diff.left_out === null ? [] : [excluded(row, [...head(feature), diff.left_out].join(": "))]
            ),
            warnings: surveyed.flatMap(({ diff }) => (diff.left_out === null ? diff.warnings : []))
          }
        }),
        { concurrency: MAX_CONCURRENT_BUCKETS }
      )
      const all = surveys.flatMap((one) => one.items)
      const count = surveys.filter((one) => one.items.length > 0).length
      return {
        title: `${describe(change)} ${count} ${count === 1 ? "bucket" : "buckets"}`,
        warnings: [...new Set([...warnings, ...surveys.flatMap((one) => one.warnings)])].slice(0, MAX_NAMED_WARNINGS),
        excluded: [
          ...missing.map((label) => ({ label, reason: "There is no such bucket in this workbench" })),
          ...surveys.flatMap((one) => one.excluded)
        ],
        listed: MAX_CHANGED_BUCKETS,
        items: Stream.fromIterable(all)
      }
    })

    const kind: WorkKind<BucketChangeParams, Target, FeatureItemCheckpoint, Inverse> = {
      name: bucketChangeKinds[workspace],
      scope: workspace,
      listing: ({ scope }) => placeOfRuns(scope),
      params: Params,
      // thousands of ids: the items have them
      storedParams: (params) =>
        "ids" in params.selection ? { ...params, selection: { ids: params.selection.ids.slice(0, 1) } } : params,
      target: Target,
      notes: FeatureItemCheckpoint,
      inverse: Inverse,
      exclusionKey: ({ change, scope }) => `${bucketChangeKinds[workspace]} ${placeOfRuns(scope)} ${change.kind}`,
      maxConcurrency: MAX_CONCURRENT_BUCKETS,
      // the items are read by then: removes temporary keys
      plan: (params) => Effect.scoped(planned(params)),

      perform: Effect.fn("BucketChanges.perform")(function* ({ params, target: item, ...work }) {
        const { feature, place, ...target } = item
        const context = yield* contexts.resolve(work.caller, params.scope, place, feature !== "quota")
        const performed = yield* items.perform({
          ...work,
          target,
          context,
          feature,
          acceptedLosses: params.accept_losses,
          origin: "bulk",
          workspace
        })
        return withPlace(performed, feature, place)
      }, Effect.scoped),

      performMany: Effect.fn("BucketChanges.performMany")(function* (works, { noteAll, pacer }) {
        yield* noteAll({ begun: true })
        const contextOf = yield* sharedContexts
        const [first] = works
        if (first === undefined) return []
        // the person may lose the right while the batch is under way
        const permitted = yield* Effect.cachedWithTTL(contexts.requireRight(first.params.scope), RIGHT_MAX_AGE)
        const resolved = yield* Effect.forEach(works, (work) =>
          Effect.map(
            Effect.exit(contextOf(work.caller, work.params.scope, work.target.place, work.target.feature !== "quota")),
            (context) => ({ work, context })
          )
        )
        const exits = new Map<unknown, Exit.Exit<Performed<Inverse>, DomainError>>()
        for (const { context, work } of resolved)
          if (Exit.isFailure(context)) exits.set(work, Exit.failCause(context.cause))
        const reached = resolved.flatMap(({ context, work }) =>
          Exit.isSuccess(context) ? [{ work, context: context.value }] : []
        )
        for (const feature of new Set(reached.map(({ work }) => work.target.feature))) {
          const those = reached.filter(({ work }) => work.target.feature === feature)
          const performed = yield* items.performMany(
            first.caller,
            feature,
            those.map(({ context, work: { params, target } }) => ({
              context,
              target,
              acceptedLosses: params.accept_losses,
              origin: "bulk",
              workspace,
              permitted
            })),
            pacer
          )
          for (const [index, { work }] of those.entries()) {
            const { place } = work.target
            const exit = performed[index]
            if (exit !== undefined)
              exits.set(
                work,
                Exit.map(exit, (done) => withPlace(done, feature, place))
              )
          }
        }
        return works.map((work) => exits.get(work) ?? Exit.die(new Error("a bucket of a batch has no end")))
      }, Effect.scoped),

      undo: Effect.fn("BucketChanges.undo")(function* ({ caller, params }, { feature, place, ...inverse }) {
        const context = yield* contexts.resolve(caller, params.scope, place, feature !== "quota")
        yield* items.undo(caller, context, workspace, inverse)
      }, Effect.scoped)
    }
    return kind
  })

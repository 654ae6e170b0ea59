import { Context, Effect, Layer, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  type BucketComparison,
  type BucketComparisonSummary,
  ComparisonCounts,
  type DifferenceKind,
  DifferencePosition,
  isEqual,
  type ObjectDifference,
  SettingComparison,
  type StartComparison
} from "#domain/objects/comparison/BucketComparison.ts"
import type { PlanRemediation, StartRemediation } from "#domain/objects/comparison/Remediation.ts"
import { type CursorPage, cursorLimit, type CursorQuery, cutPage } from "#domain/platform/Cursor.ts"
import { type BadRequest, Conflict, type Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { isEnded } from "#domain/platform/work/runState.ts"
import type { WorkItem, WorkPlan, WorkPosition, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { ComparisonDifferences } from "./ComparisonDifferences.ts"
import { bucketComparison, ComparisonParams } from "./comparisonKind.ts"
import { comparisonSides, type ResolvedSide, sideOf } from "./comparisonSides.ts"
import { bucketRemediation, type RemediationParams } from "./remediationKind.ts"

type Refused = BadRequest | Forbidden | NotFound

export interface DifferenceQuery extends CursorQuery<DifferencePosition> {
  readonly kind?: ReadonlyArray<DifferenceKind>
}

const ContentResult = Schema.Struct({ objects: ComparisonCounts })
const SettingsResult = Schema.Struct({ settings: Schema.Array(SettingComparison) })
const readContent = Schema.decodeUnknownOption(ContentResult)
const readSettings = Schema.decodeUnknownOption(SettingsResult)

const summaryOf = (run: WorkRun, params: ComparisonParams): BucketComparisonSummary => ({
  id: run.id,
  state: run.state,
  source: { context_id: params.source.context_id, bucket: params.source.bucket },
  target: { context_id: params.target.context_id, bucket: params.target.bucket },
  content: params.content,
  settings: params.settings,
  versions: params.versions,
  progress: run.progress,
  started_by: run.started_by,
  created_at: run.created_at,
  ended_at: run.ended_at
})

const reportOf = (run: WorkRun, params: ComparisonParams, items: ReadonlyArray<WorkItem>): BucketComparison => {
  const objects = items.flatMap(({ result }) => {
    const content = readContent(result)
    return content._tag === "Some" ? [content.value.objects] : []
  })
  const settings = items.flatMap(({ result }) => {
    const compared = readSettings(result)
    return compared._tag === "Some" ? [compared.value.settings] : []
  })
  const complete = run.state === "completed"
  return {
    ...summaryOf(run, params),
    objects: objects[0] ?? null,
    settings_compared: settings[0] ?? null,
    equal: complete ? isEqual(objects[0] ?? null, settings[0] ?? null) : null,
    problems: items.flatMap(({ problem }) => (problem === null ? [] : [problem.detail]))
  }
}

/** A comparison belongs to its source's context; readers need data access to both contexts, else 404. */
export class BucketComparisons extends Context.Service<
  BucketComparisons,
  {
    readonly start: (
      caller: Caller,
      context: ResolvedContext,
      request: StartComparison
    ) => Effect.Effect<BucketComparison, PlanFailure | Refused>
    readonly page: (
      caller: Caller,
      context: ResolvedContext,
      query: CursorQuery<WorkPosition>
    ) => Effect.Effect<CursorPage<BucketComparisonSummary>, Refused>
    readonly find: (caller: Caller, context: ResolvedContext, id: number) => Effect.Effect<BucketComparison, Refused>
    readonly differences: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      query: DifferenceQuery
    ) => Effect.Effect<CursorPage<ObjectDifference>, Refused>
    readonly planRemediation: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      request: PlanRemediation
    ) => Effect.Effect<WorkPlan, PlanFailure | Refused>
    /** Conflict `stale_plan` for another plan, `state_conflict` while the comparison runs. */
    readonly startRemediation: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      request: StartRemediation
    ) => Effect.Effect<WorkRun, PlanFailure | Refused>
  }
>()("stowage/services/objects/comparison/BucketComparisons") {
  static readonly layer = Layer.effect(
    BucketComparisons,
    Effect.gen(function* () {
      const work = yield* Work
      const store = yield* ObjectStore
      const records = yield* ComparisonDifferences
      const sides = yield* comparisonSides
      const placeOf = ({ listingKey }: ResolvedContext) => ({ scope: "manager" as const, listingKey })
      const paramsOf = (run: WorkRun) => Effect.orDie(Schema.decodeUnknownEffect(ComparisonParams)(run.params))

      const read = Effect.fnUntraced(function* (caller: Caller, context: ResolvedContext, id: number) {
        const missing = new NotFound({ entity: "Comparison", id: String(id) })
        const run = yield* Effect.mapError(work.find(placeOf(context), id), () => missing)
        if (run.kind !== bucketComparison) return yield* missing
        const params = yield* paramsOf(run)
        yield* sides.ofCaller(caller, params)
        return { run, params }
      })

      const readable = ({ bucket, context }: ResolvedSide) =>
        store.list(context.s3, bucket, { prefix: "", delimiter: "/", continuationToken: null, maxKeys: 1 })

      const itemsOf = Effect.fnUntraced(function* (context: ResolvedContext, id: number) {
        return (yield* work.items(placeOf(context), id, { limit: 2 })).items
      })

      const start = Effect.fn("BucketComparisons.start")(function* (
        caller: Caller,
        context: ResolvedContext,
        request: StartComparison
      ) {
        const { content, settings, source, target, versions } = request
        if (!content && !settings)
          return yield* InvalidInput.at("payload.content", "Compare the content, the settings or both")
        if (source.context_id !== context.context.id)
          return yield* InvalidInput.at("payload.source.context_id", "Expected the context of the query")
        const resolved = yield* sides.ofCaller(caller, request)
        if (
          resolved.source.context.listingKey === resolved.target.context.listingKey &&
          source.bucket === target.bucket
        )
          return yield* InvalidInput.at("payload.target.bucket", "Choose another bucket than the source")
        yield* Effect.all([readable(resolved.source), readable(resolved.target)], { concurrency: 2 })
        const params: ComparisonParams = {
          source: sideOf(resolved.source),
          target: sideOf(resolved.target),
          content,
          settings,
          versions
        }
        const run = yield* work.start(caller, bucketComparison, params, null)
        return reportOf(run, params, [])
      })

      const remediation = Effect.fnUntraced(function* (
        caller: Caller,
        context: ResolvedContext,
        id: number,
        { accept_losses, actions }: PlanRemediation
      ) {
        const { params, run } = yield* read(caller, context, id)
        if (!isEnded(run.state))
          return yield* new Conflict({ code: "state_conflict", detail: "The comparison has not ended yet" })
        if (params.versions && actions.some((action) => action !== "align_settings"))
          return yield* InvalidInput.at(
            "payload.actions",
            "Objects are made equal by their current versions: compare without versions first"
          )
        const remediationParams: RemediationParams = {
          comparison_id: id,
          source: params.source,
          target: params.target,
          actions,
          ...(accept_losses === undefined ? {} : { accept_losses })
        }
        return remediationParams
      })

      return BucketComparisons.of({
        start,
        page: Effect.fn("BucketComparisons.page")(function* (caller, context, query) {
          const { items, next_cursor } = yield* work.page(placeOf(context), { ...query, kind: bucketComparison })
          const visibleById = new Map<string, boolean>()
          const summaries: Array<BucketComparisonSummary> = []
          for (const run of items) {
            const params = yield* paramsOf(run)
            const { context_id } = params.target
            const visible =
              visibleById.get(context_id) ??
              (yield* Effect.match(sides.ofCaller(caller, params), {
                onFailure: () => false,
                onSuccess: () => true
              }))
            visibleById.set(context_id, visible)
            if (visible) summaries.push(summaryOf(run, params))
          }
          return { items: summaries, next_cursor }
        }),
        find: Effect.fn("BucketComparisons.find")(function* (caller, context, id) {
          const { params, run } = yield* read(caller, context, id)
          return reportOf(run, params, yield* itemsOf(context, id))
        }),
        differences: Effect.fn("BucketComparisons.differences")(function* (caller, context, id, query) {
          yield* read(caller, context, id)
          const rows = yield* records.page(id, {
            after: query.cursor?.key ?? "",
            limit: cursorLimit(query) + 1,
            ...(query.kind === undefined ? {} : { kinds: query.kind })
          })
          return cutPage(rows, query, DifferencePosition, ({ key }) => ({ key }))
        }),
        planRemediation: Effect.fn("BucketComparisons.planRemediation")(function* (caller, context, id, request) {
          return yield* work.plan(bucketRemediation, yield* remediation(caller, context, id, request))
        }),
        startRemediation: Effect.fn("BucketComparisons.startRemediation")(function* (
          caller,
          context,
          id,
          { plan_hash, ...request }
        ) {
          return yield* work.start(
            caller,
            bucketRemediation,
            yield* remediation(caller, context, id, request),
            plan_hash
          )
        })
      })
    })
  )
}

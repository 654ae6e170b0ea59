import { Context, DateTime, Effect, Layer } from "effect"
import {
  type BucketView,
  decideView,
  type EditBucketView,
  canEditView,
  type NewBucketView,
  refuseViewChange
} from "#domain/buckets/workbench/BucketView.ts"
import { applicableQuery } from "#domain/buckets/workbench/viewQuery.ts"
import type { WorkbenchId } from "#domain/buckets/workbench/workbenchQuery.ts"
import { type Caller, type CallerUser, callerUser } from "#domain/platform/access/Caller.ts"
import { type Conflict, type Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { BucketViewRecords, type ViewPlace, type ViewRecord } from "./BucketViewRecords.ts"

export interface ViewScope {
  readonly workbench: WorkbenchId
  readonly place: ViewPlace
  readonly caller: Caller
}

const missing = (id: number) => new NotFound({ entity: "View", id: String(id) })

const viewOf = ({ workbench }: ViewScope, user: CallerUser, stored: ViewRecord): BucketView => {
  const { maker_id, query, ...view } = stored
  return {
    ...view,
    ...applicableQuery(workbench, query),
    mine: maker_id === user.id,
    may_change: canEditView(user, stored)
  }
}

const entityOf = ({ id, name }: Pick<BucketView, "id" | "name">) => ({
  type: "bucket_view",
  id: String(id),
  label: name
})
const wordsOf = ({ name, visibility }: Pick<BucketView, "name" | "visibility">) => `The ${visibility} view ${name}`

export class BucketViews extends Context.Service<
  BucketViews,
  {
    readonly list: (scope: ViewScope) => Effect.Effect<ReadonlyArray<BucketView>>
    readonly create: (scope: ViewScope, view: NewBucketView) => Effect.Effect<BucketView, Forbidden | Conflict>
    readonly edit: (
      scope: ViewScope,
      id: number,
      change: EditBucketView
    ) => Effect.Effect<BucketView, NotFound | Forbidden | Conflict>
    readonly remove: (scope: ViewScope, id: number) => Effect.Effect<void, NotFound | Forbidden>
  }
>()("stowage/services/buckets/workbench/BucketViews") {
  static readonly layer = Layer.effect(
    BucketViews,
    Effect.gen(function* () {
      const records = yield* BucketViewRecords
      const audited = yield* Audited
      const versions = yield* RowVersions

      const userOf = ({ caller }: ViewScope) => {
        const user = callerUser(caller)
        return user === null ? Effect.die(new Error("Only users have views")) : Effect.succeed(user)
      }

      const findView = Effect.fnUntraced(function* (scope: ViewScope, user: CallerUser, id: number) {
        const view = (yield* records.list(scope.place, user.id)).find((stored) => stored.id === id)
        return view === undefined ? yield* missing(id) : viewOf(scope, user, view)
      })

      const list = Effect.fn("BucketViews.list")(function* (scope: ViewScope) {
        const user = yield* userOf(scope)
        return (yield* records.list(scope.place, user.id)).map((view) => viewOf(scope, user, view))
      })

      const create = Effect.fn("BucketViews.create")(function* (scope: ViewScope, written: NewBucketView) {
        const user = yield* userOf(scope)
        return yield* Effect.gen(function* () {
          yield* records.lock(scope.place)
          const views = yield* records.list(scope.place, user.id)
          const view = yield* Effect.fromResult(decideView(views, user, null, written))
          const id = yield* records.add(scope.place, user.id, view, yield* DateTime.now)
          return yield* Effect.orDie(findView(scope, user, id))
        }).pipe(
          audited.rows("bucket_view.create", (view: BucketView) => entityOf(view), {
            by: byCaller(scope.caller, scope.workbench),
            message: (view) => `${wordsOf(view)} was created`,
            metadata: ({ visibility }) => ({ visibility })
          })
        )
      })

      const edit = Effect.fn("BucketViews.edit")(function* (
        scope: ViewScope,
        id: number,
        { version, ...change }: EditBucketView
      ) {
        const user = yield* userOf(scope)
        return yield* Effect.gen(function* () {
          yield* records.lock(scope.place)
          const views = yield* records.list(scope.place, user.id)
          const view = views.find((stored) => stored.id === id) ?? (yield* missing(id))
          yield* versions.lock("bucket_view", id, version)
          yield* records.edit(id, yield* Effect.fromResult(decideView(views, user, view, change)), yield* DateTime.now)
          return { before: view, after: yield* findView(scope, user, id) }
        }).pipe(
          audited.rows("bucket_view.update", ({ after }) => entityOf(after), {
            by: byCaller(scope.caller, scope.workbench),
            message: ({ after }) => `${wordsOf(after)} was changed`,
            metadata: ({ after, before }) => ({
              name: { before: before.name, after: after.name },
              visibility: { before: before.visibility, after: after.visibility },
              query_replaced: change.query !== undefined
            })
          }),
          Effect.map(({ after }) => after)
        )
      })

      const remove = Effect.fn("BucketViews.remove")(function* (scope: ViewScope, id: number) {
        const user = yield* userOf(scope)
        yield* Effect.gen(function* () {
          yield* records.lock(scope.place)
          const views = yield* records.list(scope.place, user.id)
          const view = views.find((stored) => stored.id === id) ?? (yield* missing(id))
          const refusal = refuseViewChange(user, view)
          if (refusal !== null) return yield* refusal
          yield* records.remove(id)
          return view
        }).pipe(
          audited.rows("bucket_view.delete", (view: ViewRecord) => entityOf(view), {
            by: byCaller(scope.caller, scope.workbench),
            message: (view) => `${wordsOf(view)} was deleted`
          })
        )
      })

      return BucketViews.of({ list, create, edit, remove })
    })
  )
}

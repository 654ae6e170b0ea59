import { Result, Schema } from "effect"
import { type CallerUser, isAdminLike } from "../../platform/access/Caller.ts"
import { Conflict, Forbidden } from "../../platform/errors/Errors.ts"
import { readVersion, versioned } from "../../platform/RowVersion.ts"
import { Name } from "../../platform/Text.ts"
import { OmittedPart, viewQuery } from "./viewQuery.ts"
import type { WorkbenchId } from "./workbenchQuery.ts"

export const ViewVisibility = Schema.Literals(["private", "shared"])
export type ViewVisibility = typeof ViewVisibility.Type

export const MAX_PRIVATE_VIEWS = 50
export const MAX_SHARED_VIEWS = 100

const ViewName = Name(60)

export const BucketView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  visibility: ViewVisibility,
  query: Schema.Record(Schema.String, Schema.String),
  left_out: Schema.Array(OmittedPart),
  made_by: Schema.NullOr(Schema.String),
  mine: Schema.Boolean,
  may_change: Schema.Boolean,
  created_at: Schema.String,
  updated_at: Schema.String,
  ...versioned
}).annotate({ identifier: "BucketView" })
export type BucketView = typeof BucketView.Type

export const BucketViewList = Schema.Struct({ items: Schema.Array(BucketView) }).annotate({
  identifier: "BucketViewList"
})

export const newBucketView = <Id extends WorkbenchId>(id: Id) =>
  Schema.Struct({ name: ViewName, query: viewQuery(id), visibility: Schema.optionalKey(ViewVisibility) })

export const editBucketView = <Id extends WorkbenchId>(id: Id) =>
  Schema.Struct({
    name: Schema.optionalKey(ViewName),
    query: Schema.optionalKey(viewQuery(id)),
    visibility: Schema.optionalKey(ViewVisibility),
    ...readVersion
  })

export interface NewBucketView {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly visibility?: ViewVisibility
}
export interface EditBucketView extends Partial<NewBucketView> {
  readonly version?: number
}

export interface StoredView {
  readonly id: number
  readonly name: string
  readonly visibility: ViewVisibility
  readonly maker_id: number | null
  readonly query: Readonly<Record<string, string>>
}

export const canEditView = (user: Pick<CallerUser, "id" | "role">, view: Pick<StoredView, "maker_id">): boolean =>
  view.maker_id === user.id || isAdminLike(user.role)

export const viewNameKey = (name: string): string => name.toLowerCase()

const forbidden = (detail: string) => new Forbidden({ code: "forbidden", detail })

export const refuseViewChange = (
  user: Pick<CallerUser, "id" | "role">,
  view: Pick<StoredView, "maker_id">
): Forbidden | null =>
  canEditView(user, view) ? null : forbidden("Only its maker or an administrator changes a shared view")

const requireRoom = (
  views: ReadonlyArray<StoredView>,
  view: StoredView | null,
  { name, visibility }: Required<Pick<NewBucketView, "name" | "visibility">>
): Result.Result<void, Conflict> => {
  const others = views.filter((other) => other.visibility === visibility && other.id !== view?.id)
  const [most, kind] = visibility === "shared" ? [MAX_SHARED_VIEWS, "shared"] : [MAX_PRIVATE_VIEWS, "of your own"]
  if (others.some((other) => viewNameKey(other.name) === viewNameKey(name)))
    return Result.fail(new Conflict({ code: "already_exists", detail: `A view ${kind} with the name ${name} exists` }))
  return view?.visibility !== visibility && others.length >= most
    ? Result.fail(new Conflict({ code: "state_conflict", detail: `There are ${most} views ${kind}: delete one first` }))
    : Result.void
}

/** `view` null: a new one. `views`: all that the user sees, hence all whose names can conflict. */
export const decideView = (
  views: ReadonlyArray<StoredView>,
  user: Pick<CallerUser, "id" | "role">,
  view: StoredView | null,
  change: EditBucketView
): Result.Result<Required<NewBucketView>, Forbidden | Conflict> => {
  const refusal = view === null ? null : refuseViewChange(user, view)
  if (refusal !== null) return Result.fail(refusal)
  const after = { name: "", query: {}, visibility: "private" as ViewVisibility, ...view, ...change }
  if (view !== null && view.maker_id !== user.id && after.visibility === "private")
    return Result.fail(forbidden("Only its maker can make a view private"))
  return Result.map(requireRoom(views, view, after), () => ({
    name: after.name,
    query: after.query,
    visibility: after.visibility
  }))
}

import { Context, Effect, Layer } from "effect"
import type { AssignUiTags, UiTag } from "#domain/buckets/workbench/UiTag.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { type Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { UiTagRecords } from "./UiTagRecords.ts"

const entityOf = ({ id, label }: Pick<UiTag, "id" | "label">) => ({ type: "bucket_ui_tag", id: String(id), label })

const byCluster = (caller: Caller) => byCaller(caller, "cluster-admin")

const sharedIn = ({ add = [], remove = [] }: AssignUiTags, tags: ReadonlyArray<UiTag>): ReadonlyArray<UiTag> => {
  const ids = new Set([...remove, ...add.flatMap((tag) => ("id" in tag ? [tag.id] : []))])
  const labels = new Set(add.flatMap((tag) => ("label" in tag ? [tag.label.toLowerCase()] : [])))
  return tags.filter(
    ({ id, label, visibility }) => visibility === "shared" && (ids.has(id) || labels.has(label.toLowerCase()))
  )
}

const make = Effect.gen(function* () {
  const records = yield* UiTagRecords
  const audited = yield* Audited

  const find = (scope: WorkbenchScope, id: number) =>
    Effect.map(records.list(scope), (tags) => tags.find((tag) => tag.id === id) ?? null)

  const assign = Effect.fn("UiTags.assign")(function* (scope: WorkbenchScope, change: AssignUiTags) {
    const by = byCluster(yield* CurrentCaller)
    const { assigned } = yield* Effect.andThen(
      records.assign(scope, change),
      Effect.map(records.list(scope), (tags) => ({ tags, assigned: sharedIn(change, tags) }))
    ).pipe(
      audited.rows("bucket_ui_tag.assign", ({ assigned: [first] }) => (first === undefined ? null : entityOf(first)), {
        by,
        message: ({ assigned: shared }) =>
          `Shared tags ${shared.map(({ label }) => label).join(", ")} of ${change.buckets.length} buckets were changed`,
        metadata: ({ assigned: shared }) => ({
          tags: shared.map(({ label }) => label),
          buckets: change.buckets.slice(0, 100),
          removed: change.remove ?? []
        })
      })
    )
    return assigned
  })

  const edit = Effect.fn("UiTags.edit")(function* (
    ...[scope, id, change]: Parameters<UiTagRecords["Service"]["edit"]>
  ) {
    const by = byCluster(yield* CurrentCaller)
    const before = yield* find(scope, id)
    return yield* records
      .edit(scope, id, change)
      .pipe(
        audited.rows(
          "bucket_ui_tag.update",
          (tag) => (tag.visibility === "shared" || before?.visibility === "shared" ? entityOf(tag) : null),
          { by, message: ({ label }) => `The shared tag ${label} was changed`, metadata: { ...change } }
        )
      )
  })

  const remove = Effect.fn("UiTags.remove")(function* (scope: WorkbenchScope, id: number) {
    const by = byCluster(yield* CurrentCaller)
    const before = yield* find(scope, id)
    yield* records.remove(scope, id).pipe(
      audited.rows("bucket_ui_tag.delete", before?.visibility === "shared" ? entityOf(before) : null, {
        by,
        message: `The shared tag ${before?.label ?? id} was deleted`
      })
    )
  })

  return { list: records.list, assign, edit, remove }
})

/** Changes of shared tags, which only Cluster Admin has, are audited. */
export class UiTags extends Context.Service<UiTags, Effect.Success<typeof make>>()(
  "stowage/services/buckets/workbench/UiTags"
) {
  static readonly layer = Layer.effect(UiTags, make)
}

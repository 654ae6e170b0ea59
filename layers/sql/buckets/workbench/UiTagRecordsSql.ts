import { Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type AssignUiTags, defaultTagColor, type EditUiTag, UiTag } from "#domain/buckets/workbench/UiTag.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { UiTagRecords } from "#services/buckets/workbench/UiTagRecords.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { contextRows, hasRowId, rowId } from "./contextRows.ts"
import { tenantColumn } from "./workbenchSource.ts"

const uiTagReader = makeRowReader("bucket_ui_tags", UiTag)
const idReader = makeRowReader("bucket_ui_tags", Schema.Struct({ id: Schema.Int }))
const rowIdReader = makeRowReader("bucket_listing_rows", Schema.Struct({ row_id: Schema.String }))

const columns = "id, label, color, case when user_id is null then 'shared' else 'private' end as visibility"

const conflict = (label: string) =>
  new Conflict({ code: "label_conflict", detail: `A tag with the label ${label} exists` })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const live = yield* LiveEvents

  const visible = ({ tagEndpointId, userId }: WorkbenchScope) => sql`
    endpoint_id is not distinct from ${tagEndpointId}::int and coalesce(user_id = ${userId}::int, true)`

  const announce = ({ contexts, tagEndpointId, userId }: WorkbenchScope) =>
    live.publish(
      LiveEvent.cases.WorkbenchChanged.make({
        place: tagEndpointId === null ? `user:${userId}` : (contexts[0]?.place ?? "")
      })
    )

  const list = Effect.fn("UiTagRecords.list")(
    (scope: WorkbenchScope) =>
      uiTagReader.all(sql`
        select ${sql.literal(columns)} from bucket_ui_tags where ${visible(scope)}
        order by label_ci, user_id nulls first`),
    Effect.orDie
  )

  const find = Effect.fnUntraced(function* (scope: WorkbenchScope, id: number) {
    const tag = yield* uiTagReader.first(
      sql`select ${sql.literal(columns)} from bucket_ui_tags where id = ${id} and ${visible(scope)} for update`
    )
    return tag ?? (yield* new NotFound({ entity: "Tag", id: String(id) }))
  })

  const ownerOf = ({ userId }: WorkbenchScope, visibility: UiTag["visibility"]) =>
    visibility === "shared" ? null : userId

  const findOrCreate = Effect.fnUntraced(function* (
    scope: WorkbenchScope,
    tag: Exclude<NonNullable<AssignUiTags["add"]>[number], { readonly id: number }>
  ) {
    const visibility = tag.visibility ?? "private"
    const label = tag.label.toLowerCase()
    const [same] = yield* uiTagReader.all(
      sql`select ${sql.literal(columns)} from bucket_ui_tags where label_ci = ${label} and ${visible(scope)} for update`
    )
    if (same !== undefined) {
      const isEqual = same.visibility === visibility && (tag.color === undefined || tag.color === same.color)
      return isEqual ? same.id : yield* conflict(tag.label)
    }
    const created = yield* idReader.first(sql`
        insert into bucket_ui_tags (endpoint_id, user_id, label, label_ci, color)
        values (${scope.tagEndpointId}::int, ${ownerOf(scope, visibility)}::int, ${tag.label}, ${label},
          ${tag.color ?? defaultTagColor})
        on conflict do nothing returning id`)
    return created?.id ?? (yield* conflict(tag.label))
  })

  const bucketsOf = (scope: WorkbenchScope, buckets: ReadonlyArray<string>) => sql`
    with c as (${contextRows(sql, scope)})
    select ${rowId(sql, scope)} as row_id, c.place, ${sql.literal(tenantColumn)} as tenant, r.name, r.bucket_id
    from c join bucket_listing_rows r on r.key = c.key
    where ${hasRowId(sql, scope, buckets)}`

  const requireBuckets = Effect.fnUntraced(function* (scope: WorkbenchScope, buckets: ReadonlyArray<string>) {
    const rowIds = new Set((yield* rowIdReader.all(bucketsOf(scope, buckets))).map(({ row_id }) => row_id))
    const issues = buckets.flatMap((id, index) =>
      rowIds.has(id) ? [] : [{ path: ["payload", "buckets", String(index)], message: "There is no such bucket" }]
    )
    if (issues.length > 0) return yield* new InvalidInput({ issues: issues.slice(0, 100) })
  })

  const assign = Effect.fn("UiTagRecords.assign")(
    function* (scope: WorkbenchScope, change: AssignUiTags) {
      const { add = [], buckets, remove = [] } = change
      const shared = add.findIndex((tag) => "visibility" in tag && tag.visibility === "shared")
      if (shared >= 0 && scope.tagEndpointId === null)
        return yield* InvalidInput.at(`payload.add.${shared}.visibility`, "Tags of Storage Ops are private")
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* requireBuckets(scope, buckets)
          const added = yield* Effect.forEach(
            add,
            (tag): Effect.Effect<number, NotFound | Conflict | SqlError.SqlError> =>
              "id" in tag ? Effect.map(find(scope, tag.id), ({ id }) => id) : findOrCreate(scope, tag)
          )
          const removed = yield* Effect.forEach(remove, (id) => Effect.map(find(scope, id), () => id))
          if (buckets.length === 0) return
          yield* sql`
          insert into bucket_ui_tag_buckets (tag_id, place, tenant, name, bucket_id)
          select t.id::int, b.place, b.tenant, b.name, b.bucket_id
          from (${bucketsOf(scope, buckets)}) b,
            jsonb_array_elements_text(${JSON.stringify(added)}::text::jsonb) as t (id)
          on conflict (tag_id, place, tenant, name) do update set bucket_id = excluded.bucket_id`
          yield* sql`
          delete from bucket_ui_tag_buckets a using (${bucketsOf(scope, buckets)}) b
          where a.place = b.place and a.tenant = b.tenant and a.name = b.name
            and a.tag_id::text in (select jsonb_array_elements_text(${JSON.stringify(removed)}::text::jsonb))`
          yield* announce(scope)
        })
      )
    },
    Effect.catchTag("SqlError", (error) => Effect.die(error))
  )

  const edit = Effect.fn("UiTagRecords.edit")(
    function* (scope: WorkbenchScope, id: number, change: EditUiTag) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* find(scope, id)
          const tag = { ...before, ...change }
          const label = tag.label.toLowerCase()
          const owner = ownerOf(scope, tag.visibility)
          const [same] = yield* idReader.all(sql`
            select id from bucket_ui_tags where id <> ${id} and label_ci = ${label}
              and ${visible(scope)} for update`)
          if (same !== undefined) return yield* conflict(tag.label)
          yield* sql`
          update bucket_ui_tags set label = ${tag.label}, label_ci = ${label}, color = ${tag.color},
            user_id = ${owner}::int where id = ${id}`
          yield* announce(scope)
          return tag
        })
      )
    },
    Effect.catchTag("SqlError", (error) => Effect.die(error))
  )

  const remove = Effect.fn("UiTagRecords.remove")(
    function* (scope: WorkbenchScope, id: number) {
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* find(scope, id)
          yield* sql`delete from bucket_ui_tags where id = ${id}`
          yield* announce(scope)
        })
      )
    },
    Effect.catchTag("SqlError", (error) => Effect.die(error))
  )

  return UiTagRecords.of({ list, assign, edit, remove })
})

export const layer = Layer.effect(UiTagRecords, make)

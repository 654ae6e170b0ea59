import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CreateGoldenTemplate, GoldenTemplate } from "#domain/buckets/templates/GoldenTemplate.ts"
import { TemplateRecords } from "#services/buckets/templates/TemplateRecords.ts"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const templateReader = makeRowReader("golden_templates", GoldenTemplate)
const idReader = makeRowReader("golden_templates", Schema.Struct({ id: Schema.Int }))

const columns = `id, name, filter, settings, ${isoText("created_at")} as created_at,
  ${isoText("updated_at")} as updated_at, version`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const selected = sql.literal(`select ${columns} from golden_templates`)

  const list = Effect.fn("TemplateRecords.list")(
    (endpointId: number) => templateReader.all(sql`${selected} where endpoint_id = ${endpointId} order by lower(name)`),
    Effect.orDie
  )

  const find = Effect.fn("TemplateRecords.find")(
    (endpointId: number, id: number) =>
      templateReader.first(sql`${selected} where endpoint_id = ${endpointId} and id = ${id}`),
    Effect.orDie
  )

  const valuesOf = ({ filter, settings }: CreateGoldenTemplate) => ({
    filter: sql`${filter === null ? null : JSON.stringify(filter)}::text::json`,
    settings: sql`${JSON.stringify(settings)}::text::json`
  })

  const add = Effect.fn("TemplateRecords.add")(function* (
    endpointId: number,
    template: CreateGoldenTemplate,
    now: DateTime.Utc
  ) {
    const same = yield* idReader.first(sql`
      select id from golden_templates where endpoint_id = ${endpointId} and lower(name) = lower(${template.name})`)
    if (same !== null) return null
    const { filter, settings } = valuesOf(template)
    const at = DateTime.toDate(now)
    return yield* templateReader.one(sql`
      insert into golden_templates (endpoint_id, name, filter, settings, created_at, updated_at)
      values (${endpointId}, ${template.name}, ${filter}, ${settings}, ${at}, ${at})
      returning ${sql.literal(columns)}`)
  }, Effect.orDie)

  const update = Effect.fn("TemplateRecords.update")(function* (
    id: number,
    template: CreateGoldenTemplate,
    now: DateTime.Utc
  ) {
    const same = yield* idReader.first(sql`
      select o.id from golden_templates o join golden_templates t on t.endpoint_id = o.endpoint_id and t.id <> o.id
      where t.id = ${id} and lower(o.name) = lower(${template.name})`)
    if (same !== null) return null
    const { filter, settings } = valuesOf(template)
    return yield* templateReader.one(sql`
      update golden_templates set name = ${template.name}, filter = ${filter}, settings = ${settings},
        updated_at = ${DateTime.toDate(now)}
      where id = ${id} returning ${sql.literal(columns)}`)
  }, Effect.orDie)

  const remove = Effect.fn("TemplateRecords.remove")(
    (id: number) => sql`delete from golden_templates where id = ${id}`,
    Effect.asVoid,
    Effect.orDie
  )

  return TemplateRecords.of({ list, find, add, update, remove })
})

/** Changes run in the transaction of `RowVersions`, which serialises them: a name cannot be taken in between. */
export const layer = Layer.effect(TemplateRecords, make)

import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ConnectionSortKey, ConnectionTagInput } from "#domain/accounts/Connection.ts"
import { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import {
  type ConnectionFields,
  type ConnectionQuery,
  ConnectionRecords,
  type Ownership
} from "#services/accounts/connections/ConnectionRecords.ts"
import type { Conditions } from "../../postgres/filtering.ts"
import { offsetPage, type SqlListing } from "../../postgres/listing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"
import {
  connectionColumns,
  connectionOf,
  connectionReader,
  connectionsFrom,
  firstConnection
} from "./connectionColumns.ts"

const idReader = makeRowReader("s3_connections", Schema.Struct({ id: Schema.Int }))
const encodeProbe = Schema.encodeSync(Schema.fromJsonString(ConnectionEvidence))

export const connectionListing: SqlListing<ConnectionSortKey> = {
  columns: connectionColumns,
  from:
    "(select * from s3_connections where owner_user_id is null) c left join storage_endpoints e on e.id = " +
    "c.storage_endpoint_id",
  id: "c.id",
  searched: ["c.name", "c.access_key", "coalesce(e.name, '')", "coalesce(e.url, c.custom_endpoint ->> 'url')"],
  sortedBy: "name",
  sorts: {
    name: "lower(c.name)",
    endpoint_url: "coalesce(e.url, c.custom_endpoint ->> 'url')",
    access_key: "c.access_key",
    expires_at: "c.expires_at",
    user_count: "(select count(*) from user_associations l where l.s3_connection_id = c.id)",
    created_at: "c.created_at",
    updated_at: "c.updated_at"
  }
}

const ownerOf = (of: Ownership): number | null => (of._tag === "Private" ? of.userId : null)

export const layer = Layer.effect(
  ConnectionRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(connectionColumns)
    const from = sql.literal(connectionsFrom)
    const owned = (of: Ownership) => sql`c.owner_user_id is not distinct from ${ownerOf(of)}::int`

    const paged = offsetPage(sql, connectionListing, connectionReader, connectionOf)

    const kinds = { registered: sql`c.storage_endpoint_id is not null`, manual: sql`c.storage_endpoint_id is null` }
    const lifetimes = (now: DateTime.Utc): Record<"lasting" | "temporary" | "expired", Statement.Fragment> => ({
      lasting: sql`c.expires_at is null`,
      temporary: sql`c.expires_at > ${DateTime.toDateUtc(now)}`,
      expired: sql`c.expires_at <= ${DateTime.toDateUtc(now)}`
    })
    const narrowing = (query: ConnectionQuery, now: DateTime.Utc): Conditions => [
      ...(query.storage_endpoint_id === undefined ? [] : [sql`c.storage_endpoint_id = ${query.storage_endpoint_id}`]),
      ...(query.endpoint_kind === undefined ? [] : [sql.or(query.endpoint_kind.map((kind) => kinds[kind]))]),
      ...(query.credentials === undefined ? [] : [sql.or(query.credentials.map((one) => lifetimes(now)[one]))]),
      ...(query.tag === undefined
        ? []
        : [
            sql`exists (
      select from s3_connection_tags k join connection_tags t on t.id = k.tag_id where k.connection_id = c.id
        and lower(t.label) = lower(${query.tag}))`
          ])
    ]
    const page = Effect.fn("ConnectionRecords.page")(
      (query: ConnectionQuery) => Effect.flatMap(DateTime.now, (now) => paged(query, ...narrowing(query, now))),
      Effect.orDie
    )

    const all = Effect.fn("ConnectionRecords.all")(
      (of: Ownership) =>
        Effect.map(
          connectionReader.all(sql`select ${columns} from ${from} where ${owned(of)} order by lower(c.name), c.id`),
          (rows) => rows.map(connectionOf)
        ),
      Effect.orDie
    )

    const find = Effect.fn("ConnectionRecords.find")(
      (of: Ownership, id: number) =>
        firstConnection(sql`select ${columns} from ${from} where c.id = ${id} and ${owned(of)}`),
      Effect.orDie
    )

    /** JSON travels as text: the driver would guess its type. */
    const valueOf = (column: keyof ConnectionFields, value: unknown): Statement.Fragment => {
      if (column === "custom_endpoint" || column === "capabilities")
        return sql`${value === null ? null : JSON.stringify(value)}::text::jsonb`
      if (column === "seal") return sql`${value as string}::uuid`
      if (DateTime.isDateTime(value)) return sql`${DateTime.toDateUtc(value)}`
      if (column === "expires_at") return sql`null::timestamptz`
      return sql`${value as string | number | boolean | null}`
    }
    const entries = (fields: Partial<ConnectionFields>) =>
      Object.entries(fields) as ReadonlyArray<readonly [keyof ConnectionFields, unknown]>

    const add = Effect.fn("ConnectionRecords.add")((of: Ownership, fields: ConnectionFields, now: DateTime.Utc) => {
      const at = DateTime.toDateUtc(now)
      const names = entries(fields).map(([column]) => sql`${sql(column)}`)
      const values = entries(fields).map(([column, value]) => valueOf(column, value))
      return idReader
        .one(
          sql.withTransaction(sql`
      insert into s3_connections (owner_user_id, created_at, updated_at, ${sql.csv(names)})
      values (${ownerOf(of)}, ${at}, ${at}, ${sql.csv(values)}) returning id`)
        )
        .pipe(
          nullWhenTaken,
          Effect.map((made) => made?.id ?? null)
        )
    }, Effect.orDie)

    const forgetListings = (id: number) =>
      sql`delete from bucket_listings where starts_with(key, ${`connection:${id}/`})`

    const update = Effect.fn("ConnectionRecords.update")(
      (
        of: Ownership,
        id: number,
        fields: Partial<ConnectionFields>,
        version: number | undefined,
        now: DateTime.Utc
      ) => {
        const moved = fields.seal === undefined ? [] : [sql`probe = null`]
        const parts = [
          ...entries(fields).map(([column, value]) => sql`${sql(column)} = ${valueOf(column, value)}`),
          ...moved,
          sql`version = c.version + 1`,
          sql`updated_at = ${DateTime.toDateUtc(now)}`
        ]
        return sql
          .withTransaction(
            Effect.gen(function* () {
              const done = yield* sql`
          update s3_connections c set ${sql.csv(parts)}
          where c.id = ${id} and ${owned(of)} and (${version ?? null}::int is null or c.version = ${version ?? null})
            returning 1`
              if (done.length === 0) return "stale" as const
              if (fields.seal !== undefined) yield* forgetListings(id)
              return "done" as const
            })
          )
          .pipe(
            nullWhenTaken,
            Effect.map((outcome) => outcome ?? ("taken" as const))
          )
      },
      Effect.orDie
    )

    const setTags = Effect.fn("ConnectionRecords.setTags")(
      (of: Ownership, id: number, tags: ReadonlyArray<ConnectionTagInput>) =>
        sql.withTransaction(
          Effect.gen(function* () {
            const owner = ownerOf(of)
            const tagsJson = JSON.stringify(tags)
            yield* sql`delete from s3_connection_tags where connection_id = ${id}`
            yield* sql`
        insert into connection_tags (owner_user_id, label, color, scope)
        select ${owner}::int, g.label, coalesce(g.color, 'gray'), coalesce(g.scope, 'standard')
        from jsonb_to_recordset(${tagsJson}::text::jsonb) as g (label text, color text, scope text)
          order by lower(g.label)
        on conflict (coalesce(owner_user_id, 0), lower(label)) do nothing`
            yield* sql`
        update connection_tags t set color = coalesce(g.color, t.color), scope = coalesce(g.scope, t.scope),
          label = g.label
        from jsonb_to_recordset(${tagsJson}::text::jsonb) as g (label text, color text, scope text)
        where t.owner_user_id is not distinct from ${owner}::int and lower(t.label) = lower(g.label)`
            yield* sql`
        insert into s3_connection_tags (connection_id, tag_id)
        select ${id}::int, t.id from connection_tags t
        join jsonb_to_recordset(${tagsJson}::text::jsonb) as g (label text) on lower(t.label) = lower(g.label)
        where t.owner_user_id is not distinct from ${owner}::int`
            yield* forgetTags(of)
          })
        ),
      Effect.orDie
    )

    const forgetTags = (of: Ownership) => sql`
    delete from connection_tags t where t.owner_user_id is not distinct from ${ownerOf(of)}::int
      and not exists (select from s3_connection_tags k where k.tag_id = t.id)`

    const setProbe = Effect.fn("ConnectionRecords.setProbe")(
      (id: number, seal: string, probe: ConnectionEvidence) =>
        Effect.asVoid(
          sql`update s3_connections set probe = ${encodeProbe(probe)}::text::jsonb where id = ${id}
            and seal = ${seal}::uuid`
        ),
      Effect.orDie
    )

    const remove = Effect.fn("ConnectionRecords.remove")(
      (of: Ownership, id: number) =>
        sql.withTransaction(
          Effect.gen(function* () {
            // association_turn comes before the row lock: deleting links needs it
            yield* sql`select association_turn()`
            yield* sql`delete from s3_connections c where c.id = ${id} and ${owned(of)}`
            yield* forgetTags(of)
            yield* forgetListings(id)
          })
        ),
      Effect.asVoid,
      Effect.orDie
    )

    return ConnectionRecords.of({ page, all, find, add, update, setTags, setProbe, remove })
  })
)

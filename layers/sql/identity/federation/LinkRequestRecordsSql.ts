import { UiRole } from "#domain/platform/access/Caller.ts"
import { ProviderType } from "#domain/identity/federation/Federation.ts"
import { LinkRequestPosition, LinkRequestStatus } from "#domain/identity/federation/IdentityLink.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import type { MappingKey } from "#services/identity/federation/IdentityRecords.ts"
import {
  type LinkRequestOutcome,
  type LinkRequestQuery,
  type LinkRequestRow,
  LinkRequestRecords,
  type NewLinkRequest
} from "#services/identity/federation/LinkRequestRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterCursor } from "../../../postgres/listing.ts"
import { utc, utcOrNull } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const Row = Schema.Struct({
  id: Schema.Int,
  provider_type: ProviderType,
  provider_id: Schema.String,
  subject: Schema.String,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  reason: Schema.String,
  target_id: Schema.Int,
  target_email: Schema.String,
  target_full_name: Schema.String,
  target_role: UiRole,
  target_is_active: Schema.Boolean,
  status: LinkRequestStatus,
  requested_at: Schema.Date,
  expires_at: Schema.Date,
  decided_at: Schema.NullOr(Schema.Date),
  decided_by: Schema.NullOr(Schema.String)
})
const table = "identity_link_requests"
const requestReader = makeRowReader(table, Row)
const earlierRequestReader = makeRowReader(
  table,
  Schema.Struct({ id: Schema.Int, status: LinkRequestStatus, same: Schema.Boolean })
)
const idReader = makeRowReader(table, Schema.Struct({ id: Schema.Int }))

const requestOf = (row: typeof Row.Type): LinkRequestRow => ({
  id: row.id,
  provider_type: row.provider_type,
  provider_id: row.provider_id,
  email: row.email,
  display_name: row.display_name,
  reason: row.reason,
  target: {
    id: row.target_id,
    email: row.target_email,
    full_name: row.target_full_name,
    role: row.target_role,
    is_active: row.target_is_active
  },
  status: row.status,
  requested_at: utc(row.requested_at),
  expires_at: utc(row.expires_at),
  decided_at: utcOrNull(row.decided_at),
  decided_by: row.decided_by
})

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  LinkRequestRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const statusAt = (now: DateTime.Utc) =>
      sql`case when r.status = 'pending' and r.expires_at <= ${date(now)} then 'expired' else r.status end`

    const columns = sql.literal(`r.id, r.provider_type, r.provider_id, r.subject, r.email, r.display_name, r.reason,
        u.id as target_id,
    u.email as target_email, u.full_name as target_full_name, u.role as target_role, u.is_active as target_is_active,
    r.requested_at, r.expires_at, r.decided_at, d.email as decided_by`)
    const tables = sql.literal(
      `identity_link_requests r join ui_users u on u.id = r.target_user_id left join ui_users d on d.id = r.decided_by`
    )

    const ask = Effect.fn("LinkRequestRecords.ask")(function* (request: NewLinkRequest, now: DateTime.Utc) {
      const { displayName, email, expiresAt, providerId, providerType, reason, subject, targetUserId } = request
      const before = yield* earlierRequestReader.first(sql`
        select r.id, ${statusAt(now)} as status, r.email = ${email} and r.target_user_id = ${targetUserId} as same
        from identity_link_requests r
        where provider_type = ${providerType} and provider_id = ${providerId} and subject = ${subject} for update`)
      if (before?.same === true && before.status !== "expired" && before.status !== "approved") {
        const outcome: LinkRequestOutcome = before.status === "rejected" ? "rejected" : "repeated"
        return { id: before.id, outcome }
      }
      const { id } = yield* idReader.one(sql`
        insert into identity_link_requests as r (
          provider_type, provider_id, subject, email, display_name, reason, target_user_id, status, requested_at,
            expires_at
        ) values (
          ${providerType}, ${providerId}, ${subject}, ${email}, ${displayName}, ${reason}, ${targetUserId}, 'pending',
            ${date(now)}, ${date(expiresAt)}
        )
        on conflict (provider_type, provider_id, subject) do update set
          email = excluded.email, display_name = excluded.display_name, reason = excluded.reason,
          target_user_id = excluded.target_user_id, status = 'pending', requested_at = excluded.requested_at,
          expires_at = excluded.expires_at, decided_at = null, decided_by = null
        returning id`)
      return { id, outcome: "asked" as LinkRequestOutcome }
    }, Effect.orDie)

    const list = Effect.fn("LinkRequestRecords.list")(
      (query: LinkRequestQuery, privileged: boolean, now: DateTime.Utc) => {
        const { behind, rest } = afterCursor(sql, ["r.id"], query, ([id]) => sql`(${id}::int)`)
        return requestReader
          .all(sql`
        select ${columns}, ${statusAt(now)} as status from ${tables}
        where ${query.status === undefined ? sql`true` : sql`${statusAt(now)} = ${query.status}`}
          and ${privileged ? sql`true` : sql`u.role not in ('ui_admin', 'ui_superadmin')`} and ${behind} ${rest}`)
          .pipe(
            Effect.map((rows) => cutPage(rows.map(requestOf), query, LinkRequestPosition, ({ id }) => [id] as const))
          )
      },
      Effect.orDie
    )

    const one = (id: number, now: DateTime.Utc) =>
      requestReader.first(sql`select ${columns}, ${statusAt(now)} as status from ${tables} where r.id = ${id}`)

    const find = Effect.fn("LinkRequestRecords.find")(
      (id: number, now: DateTime.Utc) => Effect.map(one(id, now), (row) => (row === null ? null : requestOf(row))),
      Effect.orDie
    )

    const lock = Effect.fn("LinkRequestRecords.lock")(function* (id: number, now: DateTime.Utc) {
      yield* sql`select id from identity_link_requests where id = ${id} for update`
      const row = yield* one(id, now)
      if (row === null) return null
      const key: MappingKey = { providerType: row.provider_type, providerId: row.provider_id, subject: row.subject }
      return { request: requestOf(row), key }
    }, Effect.orDie)

    const decide = Effect.fn("LinkRequestRecords.decide")(
      (id: number, status: "approved" | "rejected", by: number, now: DateTime.Utc) =>
        sql`update identity_link_requests set status = ${status}, decided_at = ${date(now)}, decided_by = ${by}
          where id = ${id}`,
      Effect.asVoid,
      Effect.orDie
    )

    const expire = Effect.fn("LinkRequestRecords.expire")(
      (now: DateTime.Utc) =>
        sql`update identity_link_requests set status = 'expired' where status = 'pending' and expires_at <= ${date(now)}
          returning 1`.pipe(Effect.map((rows) => rows.length)),
      Effect.orDie
    )

    return LinkRequestRecords.of({ ask, list, find, lock, decide, expire })
  })
)

import type { UiRole } from "#domain/access/Caller.ts"
import type { LinkRequestStatus } from "#domain/federation/IdentityLink.ts"
import type { MappingKey } from "#services/federation/IdentityRecords.ts"
import {
  type AskOutcome, type LinkRequestQuery, type LinkRequestRow, LinkRequestRecords, type NewLinkRequest
} from "#services/federation/LinkRequestRecords.ts"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { utc, utcOrNull } from "../../postgres/moments.ts"

interface Row {
  readonly id: number
  readonly provider_type: MappingKey["providerType"]
  readonly provider_id: string
  readonly subject: string
  readonly email: string
  readonly display_name: string | null
  readonly reason: string
  readonly target_id: number
  readonly target_email: string
  readonly target_full_name: string
  readonly target_role: UiRole
  readonly target_is_active: boolean
  readonly status: LinkRequestStatus
  readonly requested_at: Date
  readonly expires_at: Date
  readonly decided_at: Date | null
  readonly decided_by: string | null
}

const requestOf = (row: Row): LinkRequestRow => ({
  id: row.id,
  provider_type: row.provider_type,
  provider_id: row.provider_id,
  email: row.email,
  display_name: row.display_name,
  reason: row.reason,
  target: {
    id: row.target_id, email: row.target_email, full_name: row.target_full_name, role: row.target_role, is_active: row.target_is_active
  },
  status: row.status,
  requested_at: utc(row.requested_at),
  expires_at: utc(row.expires_at),
  decided_at: utcOrNull(row.decided_at),
  decided_by: row.decided_by
})

const date = DateTime.toDateUtc

export const layer = Layer.effect(LinkRequestRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** A pending request whose time is over is expired, whether or not anybody has written so. */
  const statusAt = (now: DateTime.Utc) =>
    sql`case when r.status = 'pending' and r.expires_at <= ${date(now)} then 'expired' else r.status end`

  const columns = sql.literal(`r.id, r.provider_type, r.provider_id, r.subject, r.email, r.display_name, r.reason, u.id as target_id,
    u.email as target_email, u.full_name as target_full_name, u.role as target_role, u.is_active as target_is_active,
    r.requested_at, r.expires_at, r.decided_at, d.email as decided_by`)
  const tables = sql.literal(`identity_link_requests r join ui_users u on u.id = r.target_user_id left join ui_users d on d.id = r.decided_by`)

  const ask = Effect.fn("LinkRequestRecords.ask")(
    function*(request: NewLinkRequest, now: DateTime.Utc) {
      const { displayName, email, expiresAt, providerId, providerType, reason, subject, targetUserId } = request
      const [before] = yield* sql<{ id: number; status: LinkRequestStatus; same: boolean }>`
        select r.id, ${statusAt(now)} as status, r.email = ${email} and r.target_user_id = ${targetUserId} as same
        from identity_link_requests r
        where provider_type = ${providerType} and provider_id = ${providerId} and subject = ${subject} for update`
      if (before?.same === true && before.status !== "expired" && before.status !== "approved") {
        const outcome: AskOutcome = before.status === "rejected" ? "rejected" : "repeated"
        return { id: before.id, outcome }
      }
      const [row] = yield* sql<{ id: number }>`
        insert into identity_link_requests as r (
          provider_type, provider_id, subject, email, display_name, reason, target_user_id, status, requested_at, expires_at
        ) values (
          ${providerType}, ${providerId}, ${subject}, ${email}, ${displayName}, ${reason}, ${targetUserId}, 'pending', ${date(now)}, ${date(expiresAt)}
        )
        on conflict (provider_type, provider_id, subject) do update set
          email = excluded.email, display_name = excluded.display_name, reason = excluded.reason,
          target_user_id = excluded.target_user_id, status = 'pending', requested_at = excluded.requested_at,
          expires_at = excluded.expires_at, decided_at = null, decided_by = null
        returning id`
      return { id: row?.id ?? 0, outcome: "asked" as AskOutcome }
    },
    Effect.orDie
  )

  const list = Effect.fn("LinkRequestRecords.list")(
    (query: LinkRequestQuery, now: DateTime.Utc) =>
      sql<Row>`
        select ${columns}, ${statusAt(now)} as status from ${tables}
        where ${query.status === null ? sql`true` : sql`${statusAt(now)} = ${query.status}`}
          and ${query.privileged ? sql`true` : sql`u.role not in ('ui_admin', 'ui_superadmin')`}
          and ${query.before === null ? sql`true` : sql`r.id < ${query.before}`}
        order by r.id desc limit ${query.limit}`.pipe(Effect.map((rows) => rows.map(requestOf))),
    Effect.orDie
  )

  const one = (id: number, now: DateTime.Utc) => sql<Row>`select ${columns}, ${statusAt(now)} as status from ${tables} where r.id = ${id}`

  const find = Effect.fn("LinkRequestRecords.find")(
    (id: number, now: DateTime.Utc) => Effect.map(one(id, now), ([row]) => row === undefined ? null : requestOf(row)),
    Effect.orDie
  )

  const hold = Effect.fn("LinkRequestRecords.hold")(
    function*(id: number, now: DateTime.Utc) {
      yield* sql`select id from identity_link_requests where id = ${id} for update`
      const [row] = yield* one(id, now)
      if (row === undefined) return null
      const key: MappingKey = { providerType: row.provider_type, providerId: row.provider_id, subject: row.subject }
      return { request: requestOf(row), key }
    },
    Effect.orDie
  )

  const decide = Effect.fn("LinkRequestRecords.decide")(
    (id: number, status: "approved" | "rejected", by: number, now: DateTime.Utc) =>
      sql`update identity_link_requests set status = ${status}, decided_at = ${date(now)}, decided_by = ${by} where id = ${id}`,
    Effect.asVoid,
    Effect.orDie
  )

  return LinkRequestRecords.of({ ask, list, find, hold, decide })
}))

import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { PortalRequest, RequestUndo } from "#domain/iam/portal/PortalRequest.ts"
import { PortalRequestRecords, type RequestChange } from "#services/iam/portal/PortalRequestRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const requestReader = makeRowReader("portal_requests, ui_users", PortalRequest)
const storedRequestReader = makeRowReader(
  "portal_requests, ui_users",
  Schema.Struct({ ...PortalRequest.fields, rgw_account_id: Schema.Int, undo: Schema.NullOr(RequestUndo) })
)
const idReader = makeRowReader("portal_requests", Schema.Struct({ id: Schema.Int }))
const userReader = makeRowReader("effective_associations, ui_users", Schema.Struct({ user_id: Schema.Int }))

const columns = `r.id, r.type, r.user_id, u.email, r.payload, r.state, r.result, r.reason,
  ${isoText("r.created_at")} as created_at, ${isoText("r.decided_at")} as decided_at,
  ${isoText("r.expires_at")} as expires_at`

export const layer = Layer.effect(
  PortalRequestRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal
    const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::text::jsonb`
    const at = (moment: DateTime.Utc | null | undefined) =>
      sql`${moment === null || moment === undefined ? null : DateTime.toDateUtc(moment)}::timestamptz`

    const list = Effect.fn("PortalRequestRecords.list")(
      (accountId: number, userId: number | null, limit: number) =>
        requestReader.all(sql`
          select ${lit(columns)} from portal_requests r join ui_users u on u.id = r.user_id
          where r.rgw_account_id = ${accountId} and ${userId === null ? sql`true` : sql`r.user_id = ${userId}`}
          order by r.id desc limit ${limit}`),
      Effect.orDie
    )

    const find = Effect.fn("PortalRequestRecords.find")(
      (id: number) =>
        storedRequestReader.first(sql`
          select ${lit(columns)}, r.rgw_account_id, r.undo
          from portal_requests r join ui_users u on u.id = r.user_id where r.id = ${id}`),
      Effect.orDie
    )

    const add = Effect.fn("PortalRequestRecords.add")(
      (accountId: number, userId: number, type: PortalRequest["type"], payload: Schema.Json, now: DateTime.Utc) =>
        Effect.map(
          idReader.one(sql`
            insert into portal_requests (rgw_account_id, user_id, type, payload, created_at)
            values (${accountId}, ${userId}, ${type}, ${json(payload)}, ${at(now)}) returning id`),
          ({ id }) => id
        ),
      Effect.orDie
    )

    const move = Effect.fn("PortalRequestRecords.move")(
      (id: number, from: PortalRequest["state"], change: RequestChange) =>
        Effect.map(
          sql`update portal_requests set ${sql.csv([
            sql`state = ${change.state}`,
            ...(change.result === undefined ? [] : [sql`result = ${json(change.result)}`]),
            ...(change.reason === undefined ? [] : [sql`reason = ${change.reason}`]),
            ...(change.decided_by === undefined ? [] : [sql`decided_by = ${change.decided_by}`]),
            ...(change.decided_at === undefined ? [] : [sql`decided_at = ${at(change.decided_at)}`]),
            ...(change.expires_at === undefined ? [] : [sql`expires_at = ${at(change.expires_at)}`]),
            ...(change.undo === undefined ? [] : [sql`undo = ${json(change.undo)}`])
          ])} where id = ${id} and state = ${from} returning id`,
          (rows) => rows.length > 0
        ),
      Effect.orDie
    )

    const markGranted = Effect.fn("PortalRequestRecords.markGranted")(
      (id: number, now: DateTime.Utc) =>
        Effect.map(
          sql`update portal_requests set granted_at = ${at(now)}
            where id = ${id} and state = 'approved' and granted_at is null returning id`,
          (rows) => rows.length > 0
        ),
      Effect.orDie
    )

    const ungranted = Effect.fn("PortalRequestRecords.ungranted")(
      (before: DateTime.Utc, limit: number) =>
        Effect.map(
          idReader.all(sql`select id from portal_requests
            where state = 'approved' and granted_at is null and decided_at <= ${at(before)}
            order by decided_at limit ${limit}`),
          (rows) => rows.map(({ id }) => id)
        ),
      Effect.orDie
    )

    const due = Effect.fn("PortalRequestRecords.due")(
      (now: DateTime.Utc, limit: number) =>
        Effect.map(
          idReader.all(sql`select id from portal_requests
            where state = 'approved' and expires_at <= ${at(now)} order by expires_at limit ${limit}`),
          (rows) => rows.map(({ id }) => id)
        ),
      Effect.orDie
    )

    const deciders = Effect.fn("PortalRequestRecords.deciders")(
      (accountId: number) =>
        Effect.map(
          userReader.all(sql`select distinct l.user_id from effective_associations l
            where l.rgw_account_id = ${accountId} and l.portal_role = 'portal_manager'`),
          (rows) => rows.map(({ user_id }) => user_id)
        ),
      Effect.orDie
    )

    return PortalRequestRecords.of({ list, find, add, move, markGranted, ungranted, due, deciders })
  })
)

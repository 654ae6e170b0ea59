import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { AccessFinding, AccessPerson, PrivateAccess } from "#domain/iam/PrivateAccess.ts"
import {
  type AccessChange,
  type NewAccess,
  PrivateAccessRecords
} from "#services/iam/privateaccess/PrivateAccessRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"

const { tracked: _tracked, ...fields } = PrivateAccess.fields
const Names = Schema.Array(Schema.String)
const Row = Schema.Struct({
  ...fields,
  tracked_groups: Names,
  tracked_managed_policies: Names,
  tracked_inline_policies: Names,
  drift: Schema.Array(AccessFinding),
  rgw_account_id: Schema.Int,
  account_name: Schema.String,
  storage_endpoint_id: Schema.Int,
  listing_key: Schema.String,
  access_key: Schema.NullOr(Schema.String),
  purpose: Schema.Literals(["private", "portal"]),
  user_keys: Schema.Array(Schema.Struct({ access_key: Schema.String, active: Schema.Boolean }))
})
const rowReader = makeRowReader("private_accesses, rgw_accounts, s3_connections", Row)
const idReader = makeRowReader("private_accesses", Schema.Struct({ id: Schema.Int }))
const endedIdReader = makeRowReader(
  "private_accesses, user_associations, group_associations, ui_group_members",
  Schema.Struct({ id: Schema.Int })
)
const personReader = makeRowReader("ui_users, user_associations, group_associations, ui_group_members", AccessPerson)

const accessOf = ({ tracked_groups, tracked_inline_policies, tracked_managed_policies, ...row }: typeof Row.Type) => ({
  ...row,
  tracked: {
    groups: tracked_groups,
    managed_policies: tracked_managed_policies,
    inline_policies: tracked_inline_policies
  }
})

const columns = `p.id, p.user_id, p.person, p.iam_user_name, p.connection_id, p.connection_name, p.groups,
  p.managed_policies, p.inline_policies,
  p.tracked_groups, p.tracked_managed_policies, p.tracked_inline_policies, p.state,
    ${isoText("p.state_since")} as state_since, p.tries, p.problem,
  ${isoText("p.last_tried_at")} as last_tried_at, ${isoText("p.next_try_at")} as next_try_at, p.drift,
    ${isoText("p.checked_at")} as checked_at, p.version,
  ${isoText("p.created_at")} as created_at, p.rgw_account_id, a.name as account_name, a.storage_endpoint_id,
  'endpoint:' || a.storage_endpoint_id || '/owner:' || a.rgw_account_id as listing_key, c.access_key,
  p.purpose, coalesce((
    select jsonb_agg(jsonb_build_object('access_key', k.access_key, 'active', k.active) order by k.id)
    from portal_access_keys k where k.access_id = p.id), '[]') as user_keys`

const from =
  "private_accesses p join rgw_accounts a on a.id = p.rgw_account_id left join s3_connections c on c.id = " +
  "p.connection_id"

/** Null: no access. Portal roles have no own right to the data; managers have `allow_manager_browser_data_access`. */
const entitled = `(select bool_or(l.allow_manager_browser_data_access) or not bool_or(l.manager_role is not null)
  from effective_associations l where l.user_id = p.user_id and l.rgw_account_id = p.rgw_account_id)`
const entitledTo = `case p.purpose when 'private' then ${entitled} else (select bool_or(l.portal_role is not null)
  from effective_associations l where l.user_id = p.user_id and l.rgw_account_id = p.rgw_account_id) end`

export const layer = Layer.effect(
  PrivateAccessRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal
    const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`
    const at = (moment: DateTime.Utc | null) =>
      moment === null ? sql`null::timestamptz` : sql`${DateTime.toDateUtc(moment)}`

    const ofAccount = Effect.fn("PrivateAccessRecords.ofAccount")(
      (accountId: number) =>
        Effect.map(
          rowReader.all(
            sql`select ${lit(columns)} from ${lit(from)} where p.rgw_account_id = ${accountId}
            and (p.purpose = 'private' or p.state <> 'active' or p.drift <> '[]') order by lower(p.person), p.id`
          ),
          (all) => all.map(accessOf)
        ),
      Effect.orDie
    )

    const find = Effect.fn("PrivateAccessRecords.find")(
      (id: number, hold = false) =>
        Effect.map(
          rowReader.first(
            sql`select ${lit(columns)} from ${lit(from)} where p.id = ${id} ${hold ? lit("for update of p") : sql``}`
          ),
          (row) => (row === null ? null : accessOf(row))
        ),
      Effect.orDie
    )

    const people = Effect.fn("PrivateAccessRecords.people")(
      (accountId: number) =>
        personReader.all(sql`
      select u.id as user_id, u.email, u.full_name, case when ${lit(entitled)} then null
        else 'manager_browser_data_access_missing' end as obstacle
      from ui_users u join lateral (select u.id as user_id, ${accountId}::int as rgw_account_id) p on true
      where u.is_active and ${lit(entitled)} is not null
      order by lower(u.email)`),
      Effect.orDie
    )

    const add = Effect.fn("PrivateAccessRecords.add")(
      (one: NewAccess, now: DateTime.Utc) =>
        idReader
          .one(
            sql.withTransaction(sql`
      insert into private_accesses (rgw_account_id, user_id, person, iam_user_name, connection_name, purpose,
        groups, managed_policies, inline_policies, state_since, next_try_at, created_at)
      values (${one.rgw_account_id}, ${one.user_id}, ${one.person}, ${one.iam_user_name}, ${one.connection_name},
        ${one.purpose}, ${json(one.groups)}, ${json(one.managed_policies)},
        ${json(one.inline_policies)}, ${at(now)}, ${at(now)}, ${at(now)}) returning id`)
          )
          .pipe(
            nullWhenTaken,
            Effect.map((made) => made?.id ?? null)
          ),
      Effect.orDie
    )

    const parts = (
      {
        checked_at,
        connection_id,
        drift,
        last_tried_at,
        next_try_at,
        problem,
        state,
        tracked,
        tries,
        wanted: requestedAccess
      }: AccessChange,
      now: DateTime.Utc
    ): ReadonlyArray<Statement.Fragment> => [
      ...(state === undefined
        ? []
        : [sql`state = ${state}`, sql`state_since = case when state = ${state} then state_since else ${at(now)} end`]),
      ...(tries === undefined ? [] : [sql`tries = ${tries}`]),
      ...(problem === undefined ? [] : [sql`problem = ${problem}`]),
      ...(last_tried_at === undefined ? [] : [sql`last_tried_at = ${at(last_tried_at)}`]),
      ...(next_try_at === undefined ? [] : [sql`next_try_at = ${at(next_try_at)}`]),
      ...(connection_id === undefined ? [] : [sql`connection_id = ${connection_id}::int`]),
      ...(drift === undefined ? [] : [sql`drift = ${json(drift)}`]),
      ...(checked_at === undefined ? [] : [sql`checked_at = ${at(checked_at)}`]),
      ...(tracked === undefined
        ? []
        : [
            sql`tracked_groups = ${json(tracked.groups)}`,
            sql`tracked_managed_policies = ${json(tracked.managed_policies)}`,
            sql`tracked_inline_policies = ${json(tracked.inline_policies)}`
          ]),
      ...(requestedAccess === undefined
        ? []
        : [
            sql`version = version + 1`,
            sql`groups = ${json(requestedAccess.groups)}`,
            sql`managed_policies = ${json(requestedAccess.managed_policies)}`,
            sql`inline_policies = ${json(requestedAccess.inline_policies)}`
          ])
    ]

    const change = Effect.fn("PrivateAccessRecords.change")(
      (id: number, change: AccessChange, now: DateTime.Utc) =>
        Effect.asVoid(sql`update private_accesses set ${sql.csv(parts(change, now))} where id = ${id}`),
      Effect.orDie
    )

    const remove = Effect.fn("PrivateAccessRecords.remove")(
      (id: number) => Effect.asVoid(sql`delete from private_accesses where id = ${id}`),
      Effect.orDie
    )

    const due = Effect.fn("PrivateAccessRecords.due")(
      (now: DateTime.Utc, limit: number) =>
        Effect.map(
          idReader.all(
            sql`select id from private_accesses where next_try_at <= ${at(now)} order by next_try_at limit ${limit}`
          ),
          (all) => all.map(({ id }) => id)
        ),
      Effect.orDie
    )

    const toCheck = Effect.fn("PrivateAccessRecords.toCheck")(function* (before: DateTime.Utc, limit: number) {
      const unentitled = yield* endedIdReader.all(
        sql`select p.id from private_accesses p
          where p.state <> 'cleanup_pending' and ${lit(entitledTo)} is not true order by p.id limit ${limit}`
      )
      const unseen = yield* idReader.all(
        sql`select id from private_accesses where state = 'active' and checked_at < ${at(before)} order by checked_at
          limit ${limit}`
      )
      return { unentitled: unentitled.map(({ id }) => id), unseen: unseen.map(({ id }) => id) }
    }, Effect.orDie)

    return PrivateAccessRecords.of({ ofAccount, find, people, add, change, remove, due, toCheck })
  })
)

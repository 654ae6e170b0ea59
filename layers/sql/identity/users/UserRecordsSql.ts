import { rateLimits } from "#domain/platform/RateLimit.ts"
import { UiUser, type UiUserSortKey, type UiUserState, UiUserSummary } from "#domain/identity/UiUser.ts"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { effectiveAccess } from "#domain/identity/effectiveAccess.ts"
import {
  type UserFields,
  type UserLinkSets,
  type UserQuery,
  UserRecords
} from "#services/identity/users/UserRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type Conditions, whereOneOf } from "../../../postgres/filtering.ts"
import { offsetPage, type SqlListing } from "../../../postgres/listing.ts"
import { utc, utcOrNull } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { grantsOfGroups } from "../associations/grantsOfGroups.ts"
import { groupDetails, linkColumns } from "../associations/linkColumns.ts"
import { replaceMembers, unknownIdsIn } from "../associations/linkSets.ts"
import { setPrincipalLinks, unknownPrincipalLinks } from "../associations/principalLinks.ts"
import { namesIn } from "../associations/namesIn.ts"
import { nullWhenTaken } from "../../../postgres/uniqueness.ts"

const { effective_access: _, ...fields } = UiUser.fields
const Row = Schema.Struct({
  ...fields,
  privileges: Schema.Array(Schema.String),
  manager_tools: Schema.Array(Schema.String),
  created_at: Schema.Date,
  last_login_at: Schema.NullOr(Schema.Date)
})
type Row = typeof Row.Type
const userReader = makeRowReader("ui_users", Row)
const collationReader = makeRowReader("pg_collation", Schema.Struct({ name: Schema.String }))
const summaryReader = makeRowReader("ui_users", UiUserSummary)

const plain = (row: Row) => ({
  ...row,
  privileges: privilegesOf(row.privileges),
  manager_tools: managerToolsOf(row.manager_tools),
  created_at: utc(row.created_at),
  last_login_at: utcOrNull(row.last_login_at)
})

const columns = `u.id, u.email, u.full_name, u.role, u.is_active, u.password_hash is not null as has_password,
  (select count(*)::int from webauthn_credentials c where c.user_id = u.id) as passkey_count,
  (select count(*)::int from external_identities i where i.user_id = u.id and i.revoked_at is null) as identity_count,
    u.version, u.privileges, u.manager_tools,
  u.created_at, u.last_login_at, ${groupDetails("u.id")}, ${linkColumns("user_associations", "user_id", "u.id")}`

export const userListing: SqlListing<UiUserSortKey> = {
  columns,
  from: "ui_users u",
  id: "u.id",
  searched: ["u.email", "u.full_name"],
  sortedBy: "email",
  sorts: {
    email: "lower(u.email)",
    full_name: "lower(u.full_name)",
    role: "u.role",
    created_at: "u.created_at",
    last_login_at: "u.last_login_at"
  }
}

export const layer = Layer.effect(
  UserRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const selected = sql.literal(columns)

    const paged = offsetPage(sql, userListing, userReader, (row) => row)

    // As the digests of LoginAttempts: only these collations (PostgreSQL 18, ICU) lower Unicode in any locale
    const lowered = yield* Effect.cached(
      collationReader
        .all(
          sql`select collname as name from pg_collation where collname in ('pg_unicode_fast', 'und-x-icu') order by 1`
        )
        .pipe(
          Effect.map(([collation]) =>
            collation === undefined ? sql`lower(u.email)` : sql`lower(u.email collate ${sql(collation.name)})`
          )
        )
    )

    const states = (now: DateTime.Utc, email: Statement.Fragment): Record<UiUserState, Statement.Fragment> => ({
      active: sql`u.is_active`,
      deactivated: sql`not u.is_active`,
      locked: sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex') in (
      select split_part(key, '/', 3) from rate_limits
      where window_ends_at > ${DateTime.toDateUtc(now)} and count >= ${rateLimits.loginPerAccount.count}
        and (starts_with(key, 'login/account/') or starts_with(key, 'login/known/')))`
    })
    const passkeys = { true: sql`exists`, false: sql`not exists` }

    const narrowing = (
      { passkey, role, state }: UserQuery,
      now: DateTime.Utc,
      email: Statement.Fragment
    ): Conditions => [
      ...whereOneOf(sql, "u.role", role),
      ...(state === undefined ? [] : [sql.or(state.map((one) => states(now, email)[one]))]),
      ...(passkey === undefined
        ? []
        : [sql`${passkeys[passkey]} (select 1 from webauthn_credentials c where c.user_id = u.id)`])
    ]

    const whole = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
      const grants = yield* grantsOfGroups(sql, [
        ...new Set(rows.flatMap(({ group_details }) => group_details.map(({ group_id }) => group_id)))
      ])
      return rows.map(plain).map(
        (user): UiUser => ({
          ...user,
          effective_access: effectiveAccess(
            user,
            user.group_details.flatMap((group) => {
              const given = grants.get(group.group_id)
              return given === undefined ? [] : [{ ...given, ...group }]
            })
          )
        })
      )
    })

    const page = Effect.fn("UserRecords.page")(function* (query: UserQuery) {
      const resultPage = yield* paged(query, ...narrowing(query, yield* DateTime.now, yield* lowered))
      return { ...resultPage, items: yield* whole(resultPage.items) }
    }, Effect.orDie)

    const minimal = summaryReader
      .all(sql`select id, email, full_name, role, is_active from ui_users order by lower(email)`)
      .pipe(Effect.withSpan("UserRecords.minimal"), Effect.orDie)

    const one = Effect.fnUntraced(function* (row: Row | null) {
      if (row === null) return null
      const [user] = yield* whole([row])
      return user ?? null
    })

    const find = Effect.fn("UserRecords.find")(
      (id: number) => Effect.flatMap(userReader.first(sql`select ${selected} from ui_users u where u.id = ${id}`), one),
      Effect.orDie
    )
    const lock = Effect.fn("UserRecords.lock")(
      (id: number) =>
        Effect.flatMap(
          userReader.first(sql`select ${selected} from ui_users u where u.id = ${id} for update of u`),
          one
        ),
      Effect.orDie
    )

    const update = Effect.fn("UserRecords.update")(
      (id: number, { manager_tools, privileges, ...fields }: UserFields, now: DateTime.Utc) => {
        const set: { [column: string]: string | boolean | Date } = { ...fields, updated_at: DateTime.toDateUtc(now) }
        const watch =
          fields.role === "ui_user" || fields.role === "ui_none" ? sql`, quota_alerts_global_watch = false` : sql``
        return sql`update ui_users set ${sql.update(set)}${watch}${namesIn(sql, { privileges, manager_tools })}
          where id = ${id} returning id`.pipe(
          nullWhenTaken,
          Effect.map((rows) => rows !== null)
        )
      },
      Effect.orDie
    )

    const setLinks = Effect.fn("UserRecords.setLinks")(function* (
      id: number,
      { group_details, ...links }: UserLinkSets
    ) {
      const unknown = [
        ...(yield* unknownPrincipalLinks(sql, links)),
        ...(yield* unknownIdsIn(sql, "group_id", group_details?.map((group) => group.group_id) ?? [], {
          field: "group_details",
          key: "group_id"
        }))
      ]
      if (unknown.length > 0) return unknown
      yield* setPrincipalLinks(sql, { table: "user_associations", own: "user_id" }, id, links)
      if (group_details !== undefined)
        yield* replaceMembers(
          sql,
          "user_id",
          id,
          group_details.map((group) => group.group_id)
        )
      return []
    }, Effect.orDie)

    const remove = Effect.fn("UserRecords.remove")(
      (id: number) => sql`delete from ui_users where id = ${id}`,
      Effect.asVoid,
      Effect.orDie
    )

    const activeSuperadmins = sql`
    select 1 from ui_users where role = 'ui_superadmin' and is_active order by id for update`.pipe(
      Effect.map((rows) => rows.length),
      Effect.withSpan("UserRecords.activeSuperadmins"),
      Effect.orDie
    )

    return UserRecords.of({ page, minimal, find, lock, update, setLinks, remove, activeSuperadmins })
  })
)

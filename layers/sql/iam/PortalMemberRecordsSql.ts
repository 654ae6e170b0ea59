import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SpaceAccess, SpacePerson, SpaceRight } from "#domain/iam/portal/StorageSpace.ts"
import { PortalMemberRecords } from "#services/iam/portal/PortalSpaceRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const memberReader = makeRowReader(
  "portal_members, ui_users, private_accesses",
  Schema.Struct({
    user_id: Schema.Int,
    email: Schema.String,
    full_name: Schema.String,
    right: SpaceRight,
    added_at: Schema.String,
    access: Schema.NullOr(SpaceAccess)
  })
)
const grantReader = makeRowReader(
  "portal_spaces, portal_members",
  Schema.Struct({ space_id: Schema.Int, bucket: Schema.String, prefix: Schema.String, right: SpaceRight })
)
const idReader = makeRowReader("private_accesses", Schema.Struct({ id: Schema.Int }))
const keyReader = makeRowReader("rgw_accounts", Schema.Struct({ listing_key: Schema.String }))
const personReader = makeRowReader("effective_associations, ui_users", SpacePerson)
const personRowReader = makeRowReader("ui_users", Schema.Struct({ user_id: Schema.Int, email: Schema.String }))

export const layer = Layer.effect(
  PortalMemberRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal

    const all = Effect.fn("PortalMemberRecords.all")(
      (id: number) =>
        memberReader.all(sql`
          select u.id as user_id, u.email, u.full_name, m.member_right as right,
            ${lit(isoText("m.added_at"))} as added_at,
            (select jsonb_build_object('state', p.state, 'problem', p.problem,
                'drift_count', jsonb_array_length(p.drift), 'context_id', null::text)
              from private_accesses p where p.user_id = u.id and p.rgw_account_id = s.rgw_account_id
                and p.purpose = 'portal' and p.state <> 'cleanup_pending') as access
          from portal_members m join portal_spaces s on s.id = m.space_id join ui_users u on u.id = m.user_id
          where m.space_id = ${id} order by lower(u.email)`),
      Effect.orDie
    )

    const set = Effect.fn("PortalMemberRecords.set")(
      (id: number, userId: number, right: SpaceRight, now: DateTime.Utc) =>
        Effect.asVoid(sql`
          insert into portal_members (space_id, user_id, member_right, added_at)
          values (${id}, ${userId}, ${right}, ${DateTime.toDateUtc(now)})
          on conflict (space_id, user_id) do update set member_right = excluded.member_right`),
      Effect.orDie
    )

    const remove = Effect.fn("PortalMemberRecords.remove")(
      (id: number, userId: number) =>
        Effect.map(
          sql`delete from portal_members where space_id = ${id} and user_id = ${userId} returning space_id`,
          (rows) => rows.length > 0
        ),
      Effect.orDie
    )

    const grants = Effect.fn("PortalMemberRecords.grants")(
      (accountId: number, userId: number) =>
        grantReader.all(sql`
          select s.id as space_id, s.bucket, s.prefix, m.member_right as right
          from portal_members m join portal_spaces s on s.id = m.space_id
          where s.rgw_account_id = ${accountId} and m.user_id = ${userId} order by s.id`),
      Effect.orDie
    )

    const person = Effect.fn("PortalMemberRecords.person")(
      (accountId: number, userId: number) =>
        personRowReader.first(sql`
          select u.id as user_id, u.email from ui_users u
          where u.id = ${userId} and u.is_active and u.role <> 'ui_none' and exists (
            select from effective_associations l
            where l.user_id = u.id and l.rgw_account_id = ${accountId} and l.portal_role is not null)`),
      Effect.orDie
    )

    const candidates = Effect.fn("PortalMemberRecords.candidates")(
      (accountId: number, spaceId: number) =>
        personReader.all(sql`
          select u.id as user_id, u.email, u.full_name from ui_users u
          where u.is_active and u.role <> 'ui_none'
            and exists (select from effective_associations l
              where l.user_id = u.id and l.rgw_account_id = ${accountId} and l.portal_role is not null)
            and not exists (select from portal_members m where m.space_id = ${spaceId} and m.user_id = u.id)
          order by lower(u.email) limit 1000`),
      Effect.orDie
    )

    const accessId = Effect.fn("PortalMemberRecords.accessId")(
      (accountId: number, userId: number) =>
        Effect.map(
          idReader.first(sql`select id from private_accesses where rgw_account_id = ${accountId} and user_id = ${userId}
            and purpose = 'portal' and state <> 'cleanup_pending'`),
          (row) => row?.id ?? null
        ),
      Effect.orDie
    )

    const listingKey = Effect.fn("PortalMemberRecords.listingKey")(
      (accountId: number) =>
        Effect.map(
          keyReader.one(sql`select 'endpoint:' || a.storage_endpoint_id || '/owner:' || a.rgw_account_id as listing_key
            from rgw_accounts a where a.id = ${accountId}`),
          ({ listing_key }) => listing_key
        ),
      Effect.orDie
    )

    return PortalMemberRecords.of({ all, set, remove, grants, person, candidates, accessId, listingKey })
  })
)

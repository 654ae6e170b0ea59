import { type MembershipSource, ProviderMemberships } from "#services/identity/federation/ProviderMemberships.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const originReader = makeRowReader("ui_group_member_origins", Schema.Struct({ group_id: Schema.Int }))
const groupReader = makeRowReader(
  "ui_groups",
  Schema.Struct({ id: Schema.Int, name: Schema.String, privileged: Schema.Boolean })
)

/** association_turn comes before any row lock (migration 0010). */
export const layer = Layer.effect(
  ProviderMemberships,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = sql`select association_turn()`
    const listed = (ids: ReadonlyArray<number>) =>
      sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::int as id)`
    const from = ({ id, type }: MembershipSource) => sql`provider_type = ${type} and provider_id = ${id}`

    const ofUser = Effect.fn("ProviderMemberships.ofUser")(
      (userId: number, source: MembershipSource) =>
        Effect.map(
          originReader.all(
            sql`select group_id from ui_group_member_origins where user_id = ${userId} and ${from(source)}
              order by group_id`
          ),
          (rows) => rows.map(({ group_id }) => group_id)
        ),
      Effect.orDie
    )

    const lock = Effect.fn("ProviderMemberships.lock")(
      (groupIds: ReadonlyArray<number>) =>
        Effect.andThen(
          turn,
          groupReader.all(
            sql`select id, name, cardinality(privileges) > 0 as privileged from ui_groups
              where id in ${listed(groupIds)} order by id`
          )
        ),
      Effect.orDie
    )

    const set = Effect.fn("ProviderMemberships.set")(function* (
      userId: number,
      source: MembershipSource,
      groupIds: ReadonlyArray<number>,
      now: DateTime.Utc
    ) {
      yield* sql`delete from ui_group_member_origins where user_id = ${userId} and ${from(source)}
        and group_id not in ${listed(groupIds)}`
      yield* sql`
      insert into ui_group_members (group_id, user_id, by_hand) select w.id, ${userId}::int, false
        from ${listed(groupIds)} w on conflict do nothing`
      yield* sql`
      insert into ui_group_member_origins (group_id, user_id, provider_type, provider_id, created_at)
      select w.id, ${userId}::int, ${source.type}::text, ${source.id}::text, ${DateTime.toDateUtc(now)}::timestamptz
        from ${listed(groupIds)} w on conflict do nothing`
    }, Effect.orDie)

    const keepOnly = Effect.fn("ProviderMemberships.keepOnly")(
      (source: MembershipSource, groupIds: ReadonlyArray<number>) =>
        Effect.andThen(
          turn,
          Effect.map(
            originReader.all(
              sql`delete from ui_group_member_origins where ${from(source)} and group_id not in ${listed(groupIds)}
                returning group_id`
            ),
            (gone) => gone.length
          )
        ),
      Effect.orDie
    )

    return ProviderMemberships.of({ ofUser, lock, set, keepOnly })
  })
)

import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { SpaceRight } from "#domain/iam/portal/StorageSpace.ts"
import { type NewSpace, PortalSpaceRecords } from "#services/iam/portal/PortalSpaceRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"

const spaceReader = makeRowReader(
  "portal_spaces, portal_members",
  Schema.Struct({
    id: Schema.Int,
    rgw_account_id: Schema.Int,
    name: Schema.String,
    bucket: Schema.String,
    prefix: Schema.String,
    private: Schema.Boolean,
    created_at: Schema.String,
    member_count: Schema.Int,
    creating: Schema.Boolean,
    member_right: Schema.NullOr(SpaceRight)
  })
)
const idReader = makeRowReader("portal_spaces", Schema.Struct({ id: Schema.Int }))
const unfinishedReader = makeRowReader(
  "portal_spaces",
  Schema.Struct({ id: Schema.Int, rgw_account_id: Schema.Int, name: Schema.String, bucket: Schema.String })
)
export const layer = Layer.effect(
  PortalSpaceRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal

    const select = (accountId: number, userId: number, only: Statement.Fragment) => sql`
      select s.id, s.rgw_account_id, s.name, s.bucket, s.prefix, s.private,
        s.creating_since is not null as creating, ${lit(isoText("s.created_at"))} as created_at,
        (select count(*)::int from portal_members m where m.space_id = s.id) as member_count,
        (select m.member_right from portal_members m where m.space_id = s.id and m.user_id = ${userId}) as member_right
      from portal_spaces s where s.rgw_account_id = ${accountId} and ${only}
      order by lower(s.name), s.id`

    const all = Effect.fn("PortalSpaceRecords.all")(
      (accountId: number, userId: number) => spaceReader.all(select(accountId, userId, sql`true`)),
      Effect.orDie
    )

    const find = Effect.fn("PortalSpaceRecords.find")(
      (accountId: number, userId: number, id: number) =>
        spaceReader.first(select(accountId, userId, sql`s.id = ${id}`)),
      Effect.orDie
    )

    const add = Effect.fn("PortalSpaceRecords.add")(
      (accountId: number, space: NewSpace, now: DateTime.Utc) =>
        idReader
          .one(
            sql.withTransaction(sql`
              insert into portal_spaces (rgw_account_id, name, bucket, prefix, private, created_at, creating_since)
              values (${accountId}, ${space.name}, ${space.bucket}, ${space.prefix}, ${space.private},
                ${DateTime.toDateUtc(now)}, ${space.creating ? DateTime.toDateUtc(now) : null}::timestamptz)
              returning id`)
          )
          .pipe(
            nullWhenTaken,
            Effect.map((made) => made?.id ?? null)
          ),
      Effect.orDie
    )

    const rename = Effect.fn("PortalSpaceRecords.rename")(
      (id: number, name: string) =>
        sql.withTransaction(sql`update portal_spaces set name = ${name} where id = ${id}`).pipe(
          nullWhenTaken,
          Effect.map((done) => done !== null)
        ),
      Effect.orDie
    )

    const remove = Effect.fn("PortalSpaceRecords.remove")(
      (id: number) => Effect.asVoid(sql`delete from portal_spaces where id = ${id}`),
      Effect.orDie
    )

    const finishCreation = Effect.fn("PortalSpaceRecords.finishCreation")(
      (id: number) => Effect.asVoid(sql`update portal_spaces set creating_since = null where id = ${id}`),
      Effect.orDie
    )

    const unfinished = Effect.fn("PortalSpaceRecords.unfinished")(
      (before: DateTime.Utc, limit: number) =>
        unfinishedReader.all(sql`
          select s.id, s.rgw_account_id, s.name, s.bucket from portal_spaces s
          where s.creating_since < ${DateTime.toDateUtc(before)} order by s.creating_since limit ${limit}`),
      Effect.orDie
    )

    const lock = Effect.fn("PortalSpaceRecords.lock")(
      (accountId: number) => Effect.asVoid(sql`select pg_advisory_xact_lock(7170041, ${accountId}::int)`),
      Effect.orDie
    )

    return PortalSpaceRecords.of({ all, find, add, rename, remove, finishCreation, unfinished, lock })
  })
)

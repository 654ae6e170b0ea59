import type { Privilege } from "#domain/platform/access/UserRights.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { accessMark, GrantedRightsRow, grantedRights, hasPrivilege, rightsOf } from "./rightsStatements.ts"

const userMarkReader = makeRowReader("ui_users", Schema.Struct({ id: Schema.Int, mark: Schema.String }))
const heldRightReader = makeRowReader("ui_users, ui_groups", Schema.Struct({ held: Schema.Boolean }))
const grantedRightReader = makeRowReader("ui_users, ui_groups", GrantedRightsRow)

export const layer = Layer.effect(
  UserRights,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const of = Effect.fn("UserRights.of")(
      (userId: number) => Effect.map(grantedRightReader.all(sql`${grantedRights(sql, userId)}`), rightsOf),
      Effect.orDie
    )

    const marksOf = Effect.fn("UserRights.marks")(
      (userIds: ReadonlyArray<number>) =>
        Effect.map(
          userMarkReader.all(sql`
    select u.id, ${sql.literal(accessMark)} as mark
    from ui_users u where u.id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::text::jsonb)::int)`),
          (rows) => new Map(rows.map(({ id, mark }) => [id, mark]))
        ),
      Effect.orDie
    )

    const findPrivilege = Effect.fn("UserRights.hasPrivilege")(
      (userId: number, privilege: Privilege) =>
        Effect.map(
          heldRightReader.one(sql`
            select ${sql.literal(hasPrivilege("p.user_id", "p.privilege"))} as held
            from (values (${userId}::int, ${privilege}::text)) as p (user_id, privilege)`),
          (row) => row.held
        ),
      Effect.orDie
    )

    return UserRights.of({ of, hasPrivilege: findPrivilege, marks: marksOf })
  })
)

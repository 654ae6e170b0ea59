import { managerToolsOf, privilegesOf } from "#domain/access/UserRights.ts"
import { UserRights } from "#services/users/UserRights.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "../../postgres/rowsOf.ts"

const Row = Schema.Struct({ privileges: Schema.Array(Schema.String), manager_tools: Schema.Array(Schema.String) })
const givers = rowsOf("ui_users, ui_groups", Row)

/** Rights in PostgreSQL: what is said of the user, and of each group. */
export const layer = Layer.effect(UserRights, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const of = Effect.fn("UserRights.of")((userId: number) => Effect.map(givers.all(sql`
    select u.privileges, u.manager_tools from ui_users u where u.id = ${userId}
    union all
    select g.privileges, g.manager_tools from ui_group_members m join ui_groups g on g.id = m.group_id where m.user_id = ${userId}`),
    (rows) => ({ privileges: privilegesOf(rows.flatMap((row) => row.privileges)), manager_tools: managerToolsOf(rows.flatMap((row) => row.manager_tools)) })), Effect.orDie)
  return UserRights.of({ of })
}))

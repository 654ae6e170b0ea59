import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AgreedNames } from "#services/accounts/AgreedNames.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"

const tables = {
  account: { table: "rgw_accounts", own: "rgw_account_id" },
  s3_user: { table: "rgw_users", own: "rgw_user_id" }
} as const

export const layer = Layer.effect(
  AgreedNames,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AgreedNames.of({
      agree: Effect.fn("AgreedNames.agree")(function* (
        kind: RegistrationKind,
        id: number,
        gatewayName: string,
        renames: boolean
      ) {
        const { own, table } = tables[kind]
        yield* sql`
      update ${sql(table)} set gateway_name = ${gatewayName}, name = case when ${renames}::boolean then ${gatewayName}
        else name end where id = ${id}`
        yield* sql`delete from drift_findings where ${sql(own)} = ${id} and kind = 'renamed'`
      }, Effect.orDie),

      suspend: Effect.fn("AgreedNames.suspend")(function* (userId: number, suspended: boolean) {
        yield* sql`update rgw_users set suspended = ${suspended} where id = ${userId} and suspended <> ${suspended}`
        yield* sql`delete from drift_findings where rgw_user_id = ${userId} and kind in ('suspended', 'enabled')`
      }, Effect.orDie)
    })
  )
)

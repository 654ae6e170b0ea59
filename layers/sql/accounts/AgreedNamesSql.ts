import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AgreedNames } from "#services/accounts/AgreedNames.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"

const tables = { account: "rgw_accounts", s3_user: "rgw_users" } as const

/** Agreed names in PostgreSQL. */
export const layer = Layer.effect(AgreedNames, Effect.map(SqlClient.SqlClient, (sql) => AgreedNames.of({
  agree: Effect.fn("AgreedNames.agree")((kind: RegistrationKind, id: number, gatewayName: string, renames: boolean) =>
    Effect.asVoid(sql`
      update ${sql(tables[kind])} set gateway_name = ${gatewayName}, name = case when ${renames}::boolean then ${gatewayName} else name end where id = ${id}`), Effect.orDie)
})))

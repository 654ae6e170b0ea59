import { Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Drift } from "#layers/compose/Drift.ts"
import { LongWorkRequests } from "#layers/compose/LongWork.ts"
import { OperatorServices } from "#layers/Main.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import type { GatewayUser } from "#domain/gateways/endpoints/Gateway.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { openedKey } from "../../support/heldKey.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { administrator } from "../support/storageFixture.ts"

export const DriftWorld = (timeout: Duration.Duration = Duration.seconds(5)) =>
  Drift.pipe(
    Layer.provideMerge(LongWorkRequests),
    Layer.provideMerge(OperatorServices),
    Layer.provideMerge(JobLeaseSql.layer),
    Layer.provideMerge(Layer.succeed(CurrentStepUp, Effect.void)),
    Layer.provide(TestSettings({ gateway: { timeout, concurrency: 16 } })),
    Layer.provideMerge(TestDatabase.layer)
  )

export const unique = (what: string) => `${what}-${crypto.randomUUID().slice(0, 8)}`

export const endpointOn = Effect.fnUntraced(function* (admin: AdminTarget, url = admin.url) {
  const { accessKey, secretKey } = yield* openedKey(admin)
  return yield* (yield* StorageEndpoints).create(administrator, {
    name: unique("endpoint"),
    url,
    region: admin.region,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
    admin_access_key: accessKey,
    admin_secret_key: Redacted.make(secretKey)
  })
})

export const allOf = Effect.fnUntraced(function* (target: AdminTarget) {
  const [accounts, users] = [yield* GatewayAccounts, yield* GatewayUsers]
  const { ids: accountIds } = yield* accounts.accountIds(target, 1000)
  const { ids: uids } = yield* users.userIds(target, 1000)
  const read: ReadonlyArray<GatewayUser> = yield* Effect.forEach(uids.toSorted(), (uid) => users.user(target, uid))
  return {
    accounts: yield* Effect.forEach(accountIds.toSorted(), (id) =>
      Effect.map(accounts.account(target, id), ({ name }) => `${id} ${name}`)
    ),
    users: read.map(({ access_keys, account_id, display_name, inactive_keys, uid }) => ({
      uid,
      account_id,
      display_name,
      access_keys: access_keys.toSorted(),
      inactive_keys: inactive_keys.toSorted()
    }))
  }
})

export const settled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audited = yield* Audited
  for (let turn = 0; turn < 50; turn++) {
    const [row] = yield* sql<{ open: number }>`select count(*)::int as open from gateway_intents where outcome is null`
    if (row?.open === 0) return
    yield* sql`update gateway_intents set ended_at = now() - interval '1 hour', look_at = now() - interval '1 hour'
      where outcome is null and lease_until is null`
    if ((yield* audited.findOut(null)) === null) yield* Effect.sleep("20 millis")
  }
  return yield* Effect.die(new Error("changes remain without outcome"))
})

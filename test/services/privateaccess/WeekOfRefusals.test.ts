import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as PrivateAccessRecordsSql from "#layers/sql/iam/PrivateAccessRecordsSql.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ConnectionRecords } from "#services/accounts/connections/ConnectionRecords.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Iam } from "#services/iam/Iam.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { IamGateway } from "#services/iam/IamGateway.ts"
import { PrivateAccessRecords } from "#services/iam/privateaccess/PrivateAccessRecords.ts"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { contextOf } from "../../streams/listings/fakeGateway.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const gatewayOf = ({ refuses, there }: { readonly refuses: Ref.Ref<boolean>; readonly there: Ref.Ref<boolean> }) => {
  const user = {
    name: "stowage-ada",
    id: "U1",
    path: "/stowage/",
    arn: "arn:aws:iam::RGW1:user/stowage/stowage-ada",
    created_at: null
  }
  const refusal = new StorageError({
    operation: "DeleteAccessKey",
    storage_code: "AccessDenied",
    storage_status: 403,
    storage_request_id: null,
    detail: "The gateway refused it"
  })
  return Layer.mergeAll(
    Layer.mock(Iam, {
      keys: () => Effect.succeed([{ access_key: "AK1", active: true, created_at: null }]),
      attached: () => Effect.succeed([]),
      inline: () => Effect.succeed([])
    }),
    Layer.mock(IamEntities, {
      user: () =>
        Effect.flatMap(Ref.get(there), (is) =>
          is ? Effect.succeed(user) : Effect.fail(new NotFound({ entity: "IamUser", id: user.name }))
        ),
      groupsOf: () => Effect.succeed([])
    }),
    Layer.mock(IamGateway, {
      change: (_target, { change }) =>
        Effect.flatMap(Ref.get(refuses), (no) =>
          no ? Effect.fail(refusal) : change === "user.delete" ? Ref.set(there, false) : Effect.void
        )
    }),
    Layer.mock(ExecutionContexts, { forListing: (key) => Effect.succeed(contextOf(key)) }),
    Layer.mock(BucketGateway, {}),
    Layer.mock(ConnectionRecords, {}),
    Layer.mock(CredentialCipher, { currentPrefix: "" }),
    Layer.mock(Secrets, { digest: (text) => text, same: (one, other) => one === other })
  )
}

const ending = Effect.fnUntraced(function* (now: DateTime.Utc) {
  const sql = yield* SqlClient.SqlClient
  const at = DateTime.toDateUtc(now)
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
      values ('gateway', 'http://gateway.test', '{"features":{}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('team', 'RGW00000000000000001', 'root', ${endpoint!.id}, 'AK', 'sealed', now()) returning id`
  const [row] = yield* sql<{ id: number }>`
    insert into private_accesses (rgw_account_id, person, iam_user_name, connection_name, groups, managed_policies,
      inline_policies, state, state_since, next_try_at, created_at)
    values (${account!.id}, 'ada@example.org', 'stowage-ada', 'Mine', '[]', '[]', '[]', 'cleanup_pending', ${at}, ${at},
      ${at}) returning id`
  return row!.id
})

layer(TestDatabase.layer, { timeout: "60 seconds" })("a private access whose cleanup is refused for a week", (it) => {
  it.effect(
    "is tried all the time, at most an hour apart; its row says why and since when; it goes as soon as the " +
      "gateway lets it",
    () =>
      Effect.gen(function* () {
        const world = { refuses: yield* Ref.make(true), there: yield* Ref.make(true) }
        const services = PrivateAccessRuns.layer.pipe(
          Layer.provideMerge(PrivateAccessRecordsSql.layer),
          Layer.provideMerge(AuditTrail),
          Layer.provide(JobLeaseSql.layer),
          Layer.provide(gatewayOf(world)),
          Layer.provide(TestSettings())
        )
        yield* Effect.gen(function* () {
          const records = yield* PrivateAccessRecords
          const { run } = yield* PrivateAccessRuns
          const began = yield* DateTime.now
          const id = yield* ending(began)
          const waits: Array<number> = []
          while (DateTime.distance(began, yield* DateTime.now).pipe(Duration.toDays) < 7) {
            assert.deepInclude(yield* run, { status: "completed", failed_count: 1, cleaned_count: 0 })
            const row = yield* records.find(id)
            assert.deepInclude(row, {
              state: "cleanup_pending",
              tries: waits.length + 1,
              problem: "The gateway refused it",
              state_since: DateTime.formatIso(began)
            })
            const wait = Duration.toMillis(
              DateTime.distance(yield* DateTime.now, DateTime.makeUnsafe(row?.next_try_at ?? ""))
            )
            waits.push(wait / 60_000)
            yield* TestClock.adjust(Duration.millis(wait - 1))
            if (waits.length < 8)
              assert.deepInclude(yield* run, { failed_count: 0, cleaned_count: 0 }, "not before its time")
            yield* TestClock.adjust(Duration.millis(1))
          }
          assert.deepStrictEqual(waits.slice(0, 8), [1, 2, 4, 8, 16, 32, 60, 60])
          assert.deepStrictEqual([...new Set(waits.slice(6))], [60])

          yield* Ref.set(world.refuses, false)
          assert.deepInclude(yield* run, { failed_count: 0, cleaned_count: 1 })
          assert.isNull(yield* records.find(id))
          assert.isFalse(yield* Ref.get(world.there))
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual(
            yield* sql`select status, count(*)::int as n from audit_logs where action = 'private_access.cleanup'
              group by 1 order by 1`,
            [
              { status: "failure", n: waits.length },
              { status: "success", n: 1 }
            ]
          )
        }).pipe(Effect.provide(services))
      }),
    120_000
  )
})

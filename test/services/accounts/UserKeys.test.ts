import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"
import { UserKeys } from "#services/accounts/UserKeys.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { adminGateways } from "../../gateway/contract/adminGateway.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { keyOf, registered, RotationWorld, s3Of } from "../rotation/rotationWorld.ts"
import { administrator } from "../support/storageFixture.ts"

for (const { lack, name, scene } of await adminGateways()) {
  requirement(name, lack)(`the keys of an RGW user on ${name}`, () => {
    layer(Layer.merge(RotationWorld, anyIntent), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "are made, switched off and on, and deleted; the console's own is not theirs to touch",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const gateway = yield* GatewayUsers
              const { uid } = yield* gateway.ownerOf(target, target.credential.accessKey)
              const technical = yield* gateway.mintKey(target, uid, newAccessKey())
              const {
                users: [user]
              } = yield* registered({ ...target, url: (yield* gatewayProxy(target.url)).url }, technical)
              const keys = yield* UserKeys
              const id = user!.id
              const own = yield* keyOf("s3_user", id)
              const listed = yield* keys.list(id)
              assert.lengthOf(listed, 1)
              assert.deepInclude(listed[0], {
                access_key: own.accessKey,
                active: true,
                console_key: true,
                endpoint_key: false,
                last_used_at: null
              })
              assert.isBelow(
                Math.abs(Date.now() - DateTime.toEpochMillis(listed[0]!.created_at!)),
                120_000,
                "when it was made, as the gateway keeps it"
              )

              const made = yield* keys.create(administrator, id)
              const works = Effect.flatMap(BucketGateway, (buckets) =>
                Effect.isSuccess(
                  buckets.list(
                    s3Of(target.url, { accessKey: made.access_key, secretKey: Redacted.value(made.secret_key) })
                  )
                )
              )
              assert.isTrue(yield* works)
              assert.deepInclude(yield* keys.setActive(administrator, id, made.access_key, false), {
                access_key: made.access_key,
                active: false,
                console_key: false
              })
              assert.isFalse(yield* works)
              assert.deepInclude((yield* keys.list(id))[1], { access_key: made.access_key, active: false })
              yield* keys.setActive(administrator, id, made.access_key, false)
              yield* keys.setActive(administrator, id, made.access_key, true)
              assert.isTrue(yield* works, "the same secret as before")
              yield* keys.setActive(administrator, id, made.access_key, false)
              assert.deepInclude(yield* keys.remove(administrator, id, made.access_key), { name: made.access_key })
              assert.lengthOf(yield* keys.list(id), 1, "also one that was switched off")

              for (const refused of [
                Effect.asVoid(keys.setActive(administrator, id, own.accessKey, false)),
                Effect.asVoid(keys.remove(administrator, id, own.accessKey))
              ]) {
                assert.deepInclude(yield* Effect.flip(refused), { _tag: "Conflict", code: "state_conflict" })
              }
              for (const strange of [made.access_key, technical.access_key, "..", "%zz", "a b+c", "ключ"]) {
                assert.strictEqual(
                  (yield* Effect.flip(keys.remove(administrator, id, strange)))._tag,
                  "NotFound",
                  strange
                )
              }
              assert.strictEqual((yield* Effect.flip(keys.list(2_147_483_000)))._tag, "NotFound")
              const sql = yield* SqlClient.SqlClient
              const said = yield* sql<{ said: string; text: string }>`
          select action || ' ' || status as said, a::text as text from audit_logs a where action like 'rgw_user.key.%'
            order by id`
              assert.deepStrictEqual(
                said.map((row) => row.said),
                ["create", "disable", "enable", "disable", "delete"].map((verb) => `rgw_user.key.${verb} success`)
              )
              assert.isFalse(said.some(({ text }) => text.includes(Redacted.value(made.secret_key))))
              yield* gateway.removeKey(target, technical.access_key)
            })
          ),
        60_000
      )
    })
  })
}

import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { QuotaMonitor } from "#services/usage/QuotaMonitor.ts"
import { keyOf } from "../services/rotation/rotationWorld.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, type Pair, unique } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`quotas on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("follow an account and an RGW user: no quota, a quota above usage, lowered below it, 0, and off", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, contextId, key, target } = yield* managerScene(gateway)
            const account = ok(yield* admin("GET", `/admin/accounts/${contextId}`))
            const user = ok(
              yield* admin("POST", "/admin/s3-users", {
                storage_endpoint_id: account["storage_endpoint_id"],
                name: unique("batch"),
                rgw_user_uid: unique("batch")
              })
            )
            const put = (pair: Pair) =>
              Effect.promise(async () => {
                const client = new S3Client({
                  endpoint: target.url,
                  region: "default",
                  forcePathStyle: true,
                  credentials: { accessKeyId: pair.accessKey, secretAccessKey: pair.secretKey }
                })
                const Bucket = unique("bucket")
                await client.send(new CreateBucketCommand({ Bucket }))
                for (const Key of ["a", "b"])
                  await client.send(new PutObjectCommand({ Bucket, Key, Body: "x".repeat(10_000) }))
                client.destroy()
              })
            yield* put(key)
            yield* put(yield* keyOf("s3_user", user["id"]))

            const setQuota = (path: string, max_objects: number | null, enabled = true) =>
              Effect.map(admin("PUT", `/admin/${path}`, { enabled, max_size_bytes: null, max_objects }), ok)
            const setBoth = (max_objects: number | null, enabled = true) =>
              Effect.andThen(
                setQuota(`accounts/${contextId}/quotas/account`, max_objects, enabled),
                setQuota(`s3-users/${user["id"]}/quotas/user`, max_objects, enabled)
              )
            const sql = yield* SqlClient.SqlClient
            const states = Effect.andThen(
              Effect.flatMap(QuotaMonitor, (monitor) => monitor.run),
              sql`
                select state, object_count::int as objects, quota_max_objects::int as most from quota_states
                where subject_type = 'S3Account' and subject_id = ${Number(contextId)}
                  or subject_type = 'S3User' and subject_id = ${Number(user["id"])} order by subject_type`
            )
            const both = (state: string, most: number | null) => [
              { state, objects: 2, most },
              { state, objects: 2, most }
            ]
            assert.deepStrictEqual(yield* states, both("normal", null) as never)
            yield* setBoth(10)
            assert.deepStrictEqual(yield* states, both("normal", 10) as never)
            yield* setBoth(1)
            assert.deepStrictEqual(yield* states, both("full", 1) as never)
            yield* setBoth(100)
            assert.deepStrictEqual(yield* states, both("normal", 100) as never)
            yield* setBoth(0)
            assert.deepStrictEqual(yield* states, both("full", 0) as never)
            yield* setBoth(0, false)
            assert.deepStrictEqual(yield* states, both("normal", null) as never)
            const page = ok(yield* admin("GET", "/admin/quota/subjects?sort_by=state&type=S3User"))
            assert.containSubset(page, { items: [{ name: user["name"], state: "normal", object_count: 2 }] })
          })
        )
      )
    })
  })
}

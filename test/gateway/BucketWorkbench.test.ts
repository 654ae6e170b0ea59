import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketLifecycleCommand,
  PutBucketAclCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { cookieNames } from "#http/sessionCookies.ts"
import { ExposureChecks } from "#services/fleet/ExposureChecks.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/platform/Settings.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, places } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

interface Row {
  readonly name: string
  readonly tenant: string
  readonly index_shards: number | null
  readonly unfinished_uploads: number | null
  readonly owner_name?: string | null
  readonly owner_quota?: { readonly max_objects: number | null } | null
  readonly params: Readonly<Record<string, { readonly state: string; readonly values: ReadonlyArray<unknown> }>>
  readonly features: Readonly<Record<string, { readonly state: string; readonly summary: string }>>
}

interface Advice {
  readonly code: string
  readonly filter: { readonly rules: ReadonlyArray<object> }
  readonly bucket_count: number | null
  readonly unknown_count: number | null
  readonly problem: string | null
}

const unique = (head: string) => `${head}${crypto.randomUUID().slice(0, 8)}`

const features = [
  "versioning",
  "object_lock",
  "encryption",
  "tags",
  "quota",
  "public_access_block",
  "acl",
  "policy",
  "cors",
  "website",
  "lifecycle",
  "logging",
  "notifications",
  "replication"
]

const params = ["lifecycle_expiration_days", "cors_allowed_method", "tags_value", "object_lock_mode"]

const lifecycle = (bucket: string, days: number) =>
  new PutBucketLifecycleConfigurationCommand({
    Bucket: bucket,
    LifecycleConfiguration: {
      Rules: [{ ID: "old-logs", Status: "Enabled", Filter: { Prefix: "logs/" }, Expiration: { Days: days } }]
    }
  })

const openPolicy = (bucket: string) =>
  new PutBucketPolicyCommand({
    Bucket: bucket,
    Policy: JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        { Effect: "Allow", Principal: { AWS: ["*"] }, Action: "s3:GetObject", Resource: `arn:aws:s3:::${bucket}/*` }
      ]
    })
  })

for (const { lack, name, place } of places) {
  const isReal = name === "real RGW"
  requirement(name, lack)(`the bucket workbench of Cluster Admin on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect("reads features by the technical key, and again only those of changed buckets", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const gateway = yield* place
            const proxy = yield* gatewayProxy(gateway.url)
            const calls: Array<string> = []
            proxy.set((method, path) => {
              calls.push(`${method} ${decodeURIComponent(path)}`)
              return "pass"
            })
            const { browser, client, endpoint, person } = yield* managedAccount(gateway, proxy.url)
            const sql = yield* SqlClient.SqlClient
            yield* sql`update ui_users set privileges = '{cluster_admin}' where id = ${person.user.id}`
            const root = `/api/cluster-admin/endpoints/${endpoint.id}`
            const send = (method: string, path: string, body?: unknown) =>
              Effect.map(
                Effect.promise(() => browser.send(method, `${root}${path}`, body)),
                (answer) => {
                  assert.isBelow(answer.status, 300, answer.text)
                  return answer.body
                }
              )
            const as = Effect.fnUntraced(function* (user_id: string) {
              const { key } = yield* send("POST", "/users", { user_id, display_name: `Name of ${user_id}` })
              return yield* Effect.acquireRelease(
                Effect.sync(
                  () =>
                    new S3Client({
                      endpoint: gateway.url,
                      region: "default",
                      forcePathStyle: true,
                      credentials: { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
                    })
                ),
                (s3) => Effect.sync(() => s3.destroy())
              )
            })
            const [plain, full, twin] = [unique("plain"), unique("full"), unique("twin")]
            const [one, two] = [unique("t"), unique("u")]
            const [ann, bob] = [yield* as(`${one}$ann`), yield* as(`${two}$bob`)]
            yield* Effect.promise(async () => {
              for (const Bucket of [plain, full]) await client.send(new CreateBucketCommand({ Bucket }))
              for (const s3 of [ann, bob]) await s3.send(new CreateBucketCommand({ Bucket: twin }))
              await client.send(
                new PutBucketVersioningCommand({ Bucket: full, VersioningConfiguration: { Status: "Enabled" } })
              )
              await client.send(new CreateMultipartUploadCommand({ Bucket: plain, Key: "never-completed" }))
              await client.send(lifecycle(full, 30))
              await client.send(
                new PutBucketTaggingCommand({ Bucket: full, Tagging: { TagSet: [{ Key: "team", Value: "Web" }] } })
              )
              await client.send(
                new PutBucketCorsCommand({
                  Bucket: full,
                  CORSConfiguration: {
                    CORSRules: [{ AllowedMethods: ["GET", "PUT"], AllowedOrigins: ["https://a.example"] }]
                  }
                })
              )
              await ann.send(lifecycle(twin, 31))
            })
            yield* send("PUT", `/users/${encodeURIComponent(`${one}$ann`)}/quotas/user`, {
              enabled: true,
              max_size_bytes: null,
              max_objects: 7
            })

            const named = { field: "name", op: "in", value: [plain, full, twin] }
            const query = (body: object) => send("POST", "/buckets/query", body)
            const read = Effect.map(
              query({
                advanced_filter: { rules: [named] },
                include: [...features, ...params, "owner_name", "owner_quota"]
              }),
              (page) => ({
                items: page["items"] as ReadonlyArray<Row>,
                isRead: page["listing"].state === "complete" && page["listing"].refreshing === false
              })
            )
            yield* send("POST", "/buckets/cache/refresh")
            const { items: rows } = yield* Effect.repeat(read, {
              until: ({ isRead, items }) =>
                isRead &&
                items.length === 4 &&
                items.every(
                  ({ features: cells, owner_name }) =>
                    owner_name !== null && Object.values(cells).every(({ state }) => state !== "unknown")
                ),
              schedule: Schedule.spaced("100 millis")
            })
            const rowOf = (bucket: string, tenant = "") =>
              rows.find((row) => row.name === bucket && row.tenant === tenant)
            const states = (bucket: string, tenant = "") =>
              Object.fromEntries(
                Object.entries(rowOf(bucket, tenant)?.features ?? {}).map(([key, { state }]) => [key, state])
              )
            const unset = {
              versioning: "disabled",
              object_lock: "disabled",
              encryption: "not_set",
              tags: "not_set",
              quota: "not_set",
              policy: "not_set",
              cors: "not_set",
              website: "not_set",
              lifecycle: "not_set",
              logging: "not_set"
            }
            assert.deepInclude(states(plain), unset)
            assert.deepInclude(states(full), {
              ...unset,
              versioning: "enabled",
              cors: "configured",
              tags: "configured",
              lifecycle: "enabled"
            })
            assert.deepStrictEqual(rowOf(full)?.params, {
              tags_value: { state: "configured", values: ["Web"] },
              cors_allowed_method: { state: "configured", values: ["GET", "PUT"] },
              lifecycle_expiration_days: { state: "enabled", values: [30] },
              object_lock_mode: { state: "disabled", values: [] }
            })
            assert.notInclude(Object.values(states(full)), "unavailable")
            assert.notInclude(Object.values(states(full)), "unknown")
            // their keys are not registered: only RGW's metadata has the state, not the sandbox's
            assert.deepStrictEqual(
              [states(twin, one)["acl"], states(twin, one)["lifecycle"], states(twin, two)["lifecycle"]],
              isReal ? ["not_set", "enabled", "not_set"] : ["unavailable", "unavailable", "unavailable"]
            )
            assert.deepStrictEqual(
              [rowOf(twin, one)?.owner_name, rowOf(twin, one)?.owner_quota?.max_objects],
              [`Name of ${one}$ann`, 7]
            )
            assert.isNotEmpty(rowOf(full)?.owner_name)

            const matches = (...more: ReadonlyArray<object>) =>
              Effect.map(query({ advanced_filter: { rules: [named, ...more] } }), (page) =>
                (page["items"] as ReadonlyArray<Row>).map((row) => row.name)
              )
            const days = (value: number) => ({ feature: "lifecycle", param: "expiration_days", op: "eq", value })
            assert.deepStrictEqual(yield* matches(days(30)), [full])
            assert.deepStrictEqual(yield* matches(days(31)), isReal ? [twin] : [])
            const origin = { feature: "cors", param: "allowed_origin", op: "eq", value: "https://A.example" }
            assert.deepStrictEqual(yield* matches(origin), [full])
            assert.deepStrictEqual(yield* matches({ feature: "tags", param: "value", op: "eq", value: "web" }), [full])

            assert.deepStrictEqual(
              [plain, full].map((bucket) => rowOf(bucket)?.unfinished_uploads),
              [1, 0]
            )
            assert.isAtLeast(rowOf(full)?.index_shards ?? 0, 1)
            const advice = (yield* send("GET", "/bucket-advice"))["items"] as ReadonlyArray<Advice>
            for (const { bucket_count, code, filter, problem, unknown_count } of isReal ? [] : advice) {
              assert.deepStrictEqual([code, problem], [code, null])
              const { total } = yield* query({ advanced_filter: filter })
              assert.strictEqual(bucket_count, total, code)
              assert.isNotNull(unknown_count)
            }
            const advised = (code: string) =>
              matches(...(advice.find((one) => one.code === code)?.filter.rules ?? assert.fail(code)))
            assert.deepStrictEqual(yield* advised("unfinished_uploads"), [plain])
            assert.deepStrictEqual(yield* advised("kept_versions"), [full])
            assert.include(yield* advised("no_lifecycle"), plain)
            assert.deepStrictEqual(yield* advised("crowded_index"), [])

            calls.length = 0
            yield* Effect.promise(() => client.send(new DeleteBucketLifecycleCommand({ Bucket: full })))
            yield* send("POST", "/buckets/cache/refresh")
            const filter = { rules: [named, { feature: "lifecycle", state: "not_set" }] }
            yield* Effect.repeat(query({ advanced_filter: filter }), {
              until: (page) => (page["items"] as ReadonlyArray<Row>).some((row) => row.name === full),
              schedule: Schedule.spaced("100 millis")
            })
            const reads = calls.filter((call) => call.includes("bucket.instance?") || call.includes("?lifecycle"))
            const readOf = (bucket: string) => reads.filter((call) => call.includes(bucket)).length
            assert.isAbove(readOf(full), 0)
            assert.deepStrictEqual([readOf(plain), isReal ? readOf(twin) : 0], [0, 0], reads.join("\n"))

            const { publicOrigin } = yield* Settings
            const text = encodeURIComponent(JSON.stringify(filter))
            const connection = yield* Effect.promise(() =>
              EventConnection.open(
                `${publicOrigin}${root}/buckets/stream?include=website,cors&advanced_filter=${text}`,
                { cookie: `${cookieNames.access}=${browser.cookies.get(cookieNames.access)?.value}` }
              )
            )
            const done = yield* Effect.promise(() => connection.received(({ event }) => event === "done"))
            connection.close()
            assert.deepStrictEqual(done.data, { total: isReal ? 3 : 2 })

            const exposures = Effect.map(
              send("GET", `/bucket-exposures?page_size=200&search=${plain.slice(-8)}`),
              (page) => (page["items"] as ReadonlyArray<{ readonly verdict: string }>).map(({ verdict }) => verdict)
            )
            const checkAll = Effect.gen(function* () {
              const report = yield* (yield* ExposureChecks).run
              assert.deepInclude(report, { status: "completed", failed_endpoint_count: 0 })
              return yield* exposures
            })
            assert.deepStrictEqual(yield* checkAll, ["private"])
            yield* Effect.promise(() => client.send(openPolicy(plain)))
            yield* Effect.promise(() => ann.send(new PutBucketAclCommand({ Bucket: twin, ACL: "public-read" })))
            assert.deepStrictEqual(yield* checkAll, ["public"])
            const { items: changes } = yield* send("GET", "/bucket-exposure-changes?kind=opened")
            assert.deepStrictEqual(
              (changes as ReadonlyArray<{ readonly name: string; readonly kind: string }>)
                .filter(({ name }) => [plain, full].includes(name))
                .map(({ kind, name }) => [name, kind]),
              [[plain, "opened"]]
            )
            const { items: foreign } = yield* send("GET", `/bucket-exposures?search=${twin}&sort_by=verdict`)
            assert.deepStrictEqual(
              (foreign as ReadonlyArray<{ readonly verdict: string }>).map(({ verdict }) => verdict),
              isReal ? ["public", "private"] : ["unavailable", "unavailable"],
              "no key of these owners is registered"
            )

            // an endpoint that does not answer is tried for a minute, and delays no other
            yield* (yield* StorageEndpoints).create(administrator, {
              name: "0 silent",
              url: "http://127.0.0.1:9",
              features_config: { features: { admin: { enabled: true } } },
              admin_access_key: gateway.admin.accessKey,
              admin_secret_key: Redacted.make(gateway.admin.secretKey)
            })
            const comparedAt = Effect.map(send("GET", "/bucket-exposures"), ({ check }) => String(check.compared_at))
            const before = yield* comparedAt
            const night = yield* Effect.forkScoped((yield* ExposureChecks).run)
            yield* Effect.repeat(comparedAt, {
              until: (time) => time !== before,
              schedule: Schedule.spaced("100 millis")
            })
            assert.isUndefined(night.pollUnsafe(), "the other endpoint is still tried")
          })
        )
      )
    })
  })
}

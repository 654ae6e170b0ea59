import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { ended, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const isDelete = (method: string, query: string, key: string) =>
  (method === "DELETE" && key !== "") || (method === "POST" && query.startsWith("delete"))

const steps: Readonly<Record<string, (method: string, query: string, isLocked: boolean, key: string) => Passage>> = {
  "before-park": (method, query) =>
    method === "DELETE" && query.startsWith("lifecycle") ? "hold the request" : "pass",
  "after-park": (method, query) => (method === "DELETE" && query.startsWith("lifecycle") ? "hold the answer" : "pass"),
  "after-lock": (method, query) => (method === "PUT" && query.startsWith("policy") ? "hold the answer" : "pass"),
  "while-locked": (method, query, isLocked) =>
    isLocked && method === "GET" && query.includes("list-type") ? "hold the request" : "pass",
  "before-unlock": (method, query, isLocked) =>
    isLocked && method === "PUT" && query.startsWith("policy") ? "hold the request" : "pass",
  "after-unlock": (method, query, isLocked) =>
    isLocked && method === "PUT" && query.startsWith("policy") ? "hold the answer" : "pass",
  "before-delete": (method, query, _, key) => (isDelete(method, query, key) ? "hold the request" : "pass"),
  "after-delete": (method, query, _, key) => (isDelete(method, query, key) ? "hold the answer" : "pass")
}
const pairs = [
  ["before-park", "after-park"],
  ["after-lock", "while-locked"],
  ["before-unlock", "after-unlock"],
  ["before-delete", "after-delete"]
] as const
const isDeleted = (bucket: string) => bucket.endsWith("-delete")

const policyOf = (bucket: string) =>
  `{ "Version":"2012-10-17",\n "Statement": {"Effect": "Deny", "Principal": "*", "Action": "s3:PutBucketWebsite",` +
  ` "Resource": "arn:aws:s3:::${bucket}"} }`
const lifecycle = {
  Rules: [{ ID: "old", Status: "Enabled" as const, Filter: { Prefix: "tmp/" }, Expiration: { Days: 30 } }]
}

const documentsOf = async (client: S3Client, Bucket: string) => ({
  policy: (await client.send(new GetBucketPolicyCommand({ Bucket }))).Policy,
  rules: (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules
})

export const migrationCutover: KilledWork = {
  kind: "a cutover of a migration",
  heldAt: "around the parking of lifecycle rules, the lock, the last comparison, the deletion, and the release",
  truth: "the target has every object, and the source has its policy and lifecycle rules as before",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const places = yield* Effect.forEach(pairs, (buckets) =>
      Effect.map(
        sandboxAccount(installation, async (client) => {
          for (const Bucket of buckets) {
            await client.send(new CreateBucketCommand({ Bucket }))
            await client.send(new CreateBucketCommand({ Bucket: `${Bucket}-target` }))
            await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "then" }))
            await client.send(new PutBucketPolicyCommand({ Bucket, Policy: policyOf(Bucket) }))
            await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: lifecycle }))
          }
        }),
        (place) => ({ ...place, buckets })
      )
    )
    const runs = yield* Effect.forEach(places, ({ buckets, client, context, proxy }) =>
      Effect.gen(function* () {
        const at = (path: string) => `/api/manager/migrations${path}?context_id=${context}`
        const send = (path: string, body?: object) => Effect.promise(() => browser.post(at(path), body ?? {}))
        const made = yield* send("", {
          source_context_id: String(context),
          target_context_id: String(context),
          buckets: buckets.map((source) => ({ source, target: `${source}-target` })),
          mode: "pre_sync",
          strategy: "current_only",
          copy_bucket_settings: false,
          strong_integrity_check: buckets.every(isDeleted),
          delete_source: buckets.every(isDeleted)
        })
        assert.strictEqual(made.status, 201, made.text)
        const path = `/${made.body["id"]}`
        yield* send(`${path}/precheck`)
        const started = yield* send(`${path}/start`)
        assert.strictEqual(started.status, 200, started.text)
        yield* Effect.promise(() => browser.get(at(path))).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("100 millis"),
            until: ({ body }) => body["state"] === "awaiting_cutover"
          })
        )
        yield* Effect.promise(async () => {
          for (const Bucket of buckets) await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "later" }))
        })
        const locked = new Set<string>()
        proxy.set((method, address) => {
          const [place = "", query = ""] = address.slice(1).split("?")
          const [bucket = "", key = ""] = place.split("/")
          const passage = steps[bucket]?.(method, query, locked.has(bucket), key) ?? "pass"
          if (method === "PUT" && query.startsWith("policy")) locked.add(bucket)
          return passage
        })
        assert.strictEqual((yield* send(`${path}/continue`)).status, 200)
        return started.body["run"].id as number
      })
    )
    yield* until(() =>
      places.every(({ buckets, proxy }) =>
        buckets.every((name) => proxy.held.some((path) => path.includes(`/${name}?`) || path.includes(`/${name}/`)))
      )
    )
    return {
      afterKill: Effect.sync(() => {
        for (const { proxy } of places) proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const items = yield* sql`select label, state, problem from work_items where run_id in ${sql.in(runs)}`
        assert.deepStrictEqual(
          yield* ended(runs, /^completed/),
          runs.map(() => "completed"),
          JSON.stringify(items)
        )
        for (const { buckets, client } of places)
          for (const bucket of buckets) {
            assert.deepStrictEqual(
              yield* Effect.promise(() => documentsOf(client, bucket)),
              { policy: policyOf(bucket), rules: lifecycle.Rules },
              bucket
            )
            const copy = yield* Effect.promise(async () =>
              (
                await client.send(new GetObjectCommand({ Bucket: `${bucket}-target`, Key: "a" }))
              ).Body?.transformToString()
            )
            assert.strictEqual(copy, "later", bucket)
            const { KeyCount } = yield* Effect.promise(() => client.send(new ListObjectsV2Command({ Bucket: bucket })))
            assert.strictEqual(KeyCount, isDeleted(bucket) ? 0 : 1, bucket)
          }
        assert.lengthOf(yield* sql`select 1 from bucket_migration_locks`, 0, "no lock is left")
      })
    }
  })
}

import {
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, it, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Schedule } from "effect"
import type { MigrationItem } from "#domain/objects/migrations/BucketMigration.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { cutoverPauses } from "#services/objects/migrations/CutoverPauses.ts"
import { places } from "../support/managedAccount.ts"
import { freshName, migrationScene, migrationService } from "../support/migrationScene.ts"
import { requirement } from "../support/Requirement.ts"

const OBJECTS = 8
const ENDS = ["completed", "completed_with_errors", "failed", "canceled"] as const

const oddPolicy = (bucket: string) =>
  `{ "Id" : "ü€ kept",\n  "Version":"2012-10-17",\n  "Statement": {"Sid":"Own", "Effect": "Deny",\n  ` +
  `"Principal": "*", "Action": "s3:PutBucketWebsite",  "Resource": "arn:aws:s3:::${bucket}"} }`

const openTo = (bucket: string) =>
  `{"Version":"2012-10-17",  "Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:PutObject",` +
  `"Resource":"arn:aws:s3:::${bucket}/*"}]}`

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "accepted",
    (error: { readonly name: string }) => error.name
  )

const put = (s3: S3Client, Bucket: string, Key: string, Body: string) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }))

const bodyOf = async (s3: S3Client, Bucket: string, Key: string) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()

const parked = (s3: S3Client, bucket: string) =>
  s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: bucket,
      LifecycleConfiguration: {
        Rules: [{ ID: "old", Status: "Enabled", Filter: { Prefix: "tmp/" }, Expiration: { Days: 30 } }]
      }
    })
  )

const cutoverScene = Effect.fnUntraced(function* (place: Parameters<typeof migrationScene>[0]) {
  const scene = yield* migrationScene(place)
  const [contexts, store] = yield* Effect.all([ExecutionContexts, FeatureStore])
  const { draftOf, itemsOf, proxy, sql } = scene
  return {
    ...scene,
    draft: (...pairs: Parameters<typeof draftOf>[0]) => ({ ...draftOf(pairs), mode: "pre_sync" }),
    documentsOf: Effect.fnUntraced(function* (path: string, bucket: string) {
      const [{ key } = { key: "" }] = yield* sql<{ key: string }>`
        select listing_key as key from bucket_migrations where id = ${Number(path.slice(1))}`
      const context = yield* contexts.forListing(key)
      return yield* Effect.all({
        policy: store.read(context, bucket, "policy"),
        lifecycle: store.read(context, bucket, "lifecycle")
      })
    }),
    untilItem: (path: string, is: (item: MigrationItem) => boolean) =>
      Effect.map(itemsOf(path), ([item]) => item as MigrationItem).pipe(
        Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: is }),
        Effect.timeoutOrElse({
          duration: "60 seconds",
          orElse: () => Effect.flatMap(itemsOf(path), (items) => Effect.die(new Error(JSON.stringify(items))))
        })
      ),
    holdLocked: (source: string) => {
      let isLocked = false
      proxy.set((method, address) => {
        const isPolicy = method === "PUT" && address.startsWith(`/${source}?policy`)
        isLocked ||= isPolicy
        return isLocked && method === "GET" && address.startsWith(`/${source}?`) && address.includes("list-type")
          ? "hold the request"
          : "pass"
      })
    },
    letGo: () => {
      proxy.set(() => "pass")
      proxy.disconnect()
    }
  }
})

it("of a gateway gives requests that began before the lock 3 s, and tries a failed release again after 5 s", () => {
  assert.deepStrictEqual(cutoverPauses, { lockSettling: Duration.seconds(3), releaseRetry: Duration.seconds(5) })
})

for (const { lack, name, place } of places) {
  requirement(name, lack)(`a migration with pre-sync and cutover on the ${name}`, () => {
    layer(migrationService(name), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "loses nothing that a writer was acknowledged, follows deletions, and restores policy and lifecycle rules",
        () =>
          Effect.gen(function* () {
            const scene = yield* cutoverScene(yield* place)
            const { bucketWith, client, documentsOf, draft, itemsOf, letGo, other, send, started, until } = scene
            const source = yield* bucketWith(
              client,
              "logs",
              Array.from({ length: OBJECTS }, (_, index) => `k${index}`)
            )
            const bare = yield* bucketWith(client, "bare", ["a"])
            const target = freshName("moved")
            const open = yield* bucketWith(other, "open", [])
            const openPolicy = openTo(open)
            const foreign = (Key: string) => Effect.promise(() => codeOf(put(client, open, Key, "of another account")))
            yield* Effect.promise(async () => {
              await client.send(new PutBucketPolicyCommand({ Bucket: source, Policy: oddPolicy(source) }))
              await parked(client, source)
              await other.send(new PutBucketPolicyCommand({ Bucket: open, Policy: openPolicy }))
            })
            assert.strictEqual(yield* foreign("before"), "accepted")
            const path = yield* started({
              ...draft({ source, target }, { source: bare, target: open }),
              lock_target_writes: true,
              max_requests_per_second: 10_000
            })
            const checked = yield* send("GET", path)
            assert.includeMembers(
              checked.body["precheck"].findings.map(({ code }: { readonly code: string }) => code),
              ["source_locked", "lifecycle_parked", "target_locked"]
            )
            const before = yield* documentsOf(path, source)
            assert.strictEqual(before.policy, oddPolicy(source))
            assert.deepStrictEqual(yield* documentsOf(path, bare), { policy: null, lifecycle: null })

            const waiting = yield* until(path, "awaiting_cutover", ...ENDS)
            assert.deepStrictEqual(
              [waiting.body["state"], waiting.body["actions"]],
              ["awaiting_cutover", ["continue", "stop"]]
            )
            assert.deepInclude((yield* itemsOf(path))[0], { state: "awaiting_cutover", copied: OBJECTS, lock: null })
            assert.strictEqual((yield* send("POST", `${path}/pause`)).code, "state_conflict")
            assert.deepStrictEqual(yield* documentsOf(path, source), before, "no source is locked yet")
            assert.deepInclude((yield* itemsOf(path))[1].target_lock, { bucket: open, state: "locked", problem: null })
            // the sandbox does not evaluate NotPrincipal
            assert.strictEqual(yield* foreign("locked"), name === "sandbox" ? "accepted" : "AccessDenied")

            yield* Effect.promise(async () => {
              await put(client, source, "k1", "written since")
              await client.send(new DeleteObjectCommand({ Bucket: source, Key: "k2" }))
              await put(client, source, "new", "new")
              await client.send(
                new PutObjectCommand({ Bucket: source, Key: "k3", Body: "k3", Metadata: { team: "climate" } })
              )
            })

            const history = new Map<string, string>()
            let refusal = ""
            const writer = yield* Effect.forkChild(
              Effect.promise(async () => {
                for (let turn = 0; refusal === ""; turn++) {
                  const [Key, Body] = [`w${turn % 5}`, `turn ${turn}`]
                  await put(client, source, Key, Body).then(
                    () => history.set(Key, Body),
                    (error: { readonly name: string }) => {
                      refusal = error.name
                    }
                  )
                }
              })
            )
            scene.holdLocked(source)
            assert.strictEqual((yield* send("POST", `${path}/continue`)).status, 200)
            assert.strictEqual((yield* send("POST", `${path}/continue`)).code, "state_conflict", "once only")
            const locked = yield* scene.untilItem(path, ({ lock }) => lock?.state === "locked")
            assert.deepInclude(locked.lock, { bucket: source, lifecycle_parked: true, problem: null })
            yield* Fiber.join(writer)
            assert.strictEqual(refusal, "AccessDenied")
            assert.strictEqual(yield* Effect.promise(() => bodyOf(client, source, "k1")), "written since", "readable")
            for (const command of [
              new DeleteObjectCommand({ Bucket: source, Key: "k1" }),
              new PutBucketLifecycleConfigurationCommand({ Bucket: source, LifecycleConfiguration: { Rules: [] } })
            ])
              assert.notStrictEqual(yield* Effect.promise(() => codeOf(client.send(command as never))), "accepted")
            assert.strictEqual(
              yield* Effect.promise(() =>
                codeOf(client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: source })))
              ),
              "NoSuchLifecycleConfiguration"
            )
            letGo()
            const end = yield* until(path, ...ENDS)
            const [item] = yield* itemsOf(path)
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(item))
            assert.deepInclude(item, { state: "completed", lock: null, target_lock: null, problem: null, removed: 1 })
            assert.strictEqual(
              yield* Effect.promise(() =>
                other.send(new GetBucketPolicyCommand({ Bucket: open })).then(({ Policy }) => Policy)
              ),
              openPolicy,
              "byte for byte"
            )
            assert.strictEqual(yield* foreign("after"), "accepted")
            assert.deepInclude(item.verified, { missing: 0, different: 0, extra: 0, unknown: 0 })
            assert.deepStrictEqual(yield* documentsOf(path, source), before, "restored byte for byte")
            assert.deepStrictEqual(
              yield* documentsOf(path, bare),
              { policy: null, lifecycle: null },
              "absent stays absent"
            )

            assert.isAbove(history.size, 0)
            yield* Effect.promise(async () => {
              for (const [key, body] of history) assert.strictEqual(await bodyOf(other, target, key), body, key)
              assert.strictEqual(await bodyOf(other, target, "k1"), "written since")
              const { Contents = [] } = await other.send(new ListObjectsV2Command({ Bucket: target }))
              assert.notInclude(
                Contents.map(({ Key }) => Key),
                "k2"
              )
              const head = await other.send(new HeadObjectCommand({ Bucket: target, Key: "k3" }))
              assert.deepStrictEqual(head.Metadata, { team: "climate" })
              await put(client, source, "after", "the source accepts changes again")
            })
          }).pipe(Effect.scoped),
        { timeout: 180_000 }
      )

      if (name !== "sandbox") return

      it.effect(
        "leaves the source as it was when it is paused or stopped in its cutover, and refuses a second cutover of it",
        () =>
          Effect.gen(function* () {
            const scene = yield* cutoverScene(yield* place)
            const { bucketWith, client, documentsOf, draft, itemsOf, send, sql, started, until } = scene
            const source = yield* bucketWith(client, "logs", ["a"])
            const path = yield* started(draft({ source, target: freshName("moved") }))
            yield* until(path, "awaiting_cutover", ...ENDS)
            yield* sql`
              with run as (
                insert into work_runs (kind, title, scope, params, caller, created_at, state)
                values ('bucket_migration', '', 'admin', '{}', '{}', now(), 'paused') returning id)
              insert into bucket_migration_locks (run_id, statement, context_id, listing_key, bucket, policy,
                not_before)
              select run.id, 'other', '', listing_key, ${source}, '', now() + interval '1 hour'
              from bucket_migrations, run where bucket_migrations.id = ${Number(path.slice(1))}`
            scene.holdLocked(source)
            yield* send("POST", `${path}/continue`)
            yield* scene.untilItem(path, ({ problem }) => /Another migration locks this source/.test(problem ?? ""))
            yield* sql`delete from bucket_migration_locks where bucket = ${source}`

            yield* scene.untilItem(path, ({ lock }) => lock?.state === "locked")
            assert.strictEqual((yield* send("POST", `${path}/pause`)).status, 200)
            scene.letGo()
            yield* until(path, "paused", ...ENDS)
            assert.deepInclude((yield* itemsOf(path))[0], { state: "paused", lock: null })
            assert.deepStrictEqual(yield* documentsOf(path, source), { policy: null, lifecycle: null })

            scene.holdLocked(source)
            yield* send("POST", `${path}/resume`)
            yield* scene.untilItem(path, ({ lock }) => lock?.state === "locked")
            assert.strictEqual((yield* send("POST", `${path}/stop`)).status, 200)
            scene.letGo()
            assert.strictEqual((yield* until(path, ...ENDS)).body["state"], "canceled")
            assert.deepInclude((yield* itemsOf(path))[0], { state: "canceled", lock: null, actions: ["rollback"] })
            assert.deepStrictEqual(yield* documentsOf(path, source), { policy: null, lifecycle: null })
            yield* Effect.promise(() => put(client, source, "after", "accepted"))
          }).pipe(Effect.scoped),
        { timeout: 120_000 }
      )

      it.effect(
        "names a lock that cannot be released until that succeeds, and is not deleted meanwhile",
        () =>
          Effect.gen(function* () {
            const scene = yield* cutoverScene(yield* place)
            const { bucketWith, client, draft, proxy, send, started, until } = scene
            const source = yield* bucketWith(client, "logs", ["a"])
            const path = yield* started(draft({ source, target: freshName("moved") }))
            yield* until(path, "awaiting_cutover", ...ENDS)
            const refusal = { status: 403, type: "application/xml", text: "<Error><Code>AccessDenied</Code></Error>" }
            proxy.set((method, address) =>
              method === "DELETE" && address.startsWith(`/${source}?policy`) ? refusal : "pass"
            )
            yield* send("POST", `${path}/continue`)
            assert.strictEqual((yield* until(path, ...ENDS)).body["state"], "failed")
            const item = yield* scene.untilItem(path, ({ lock }) => typeof lock?.problem === "string")
            assert.deepInclude(item.lock, { state: "releasing" })
            assert.match(item.problem ?? "", /could not be unlocked yet/)
            assert.strictEqual((yield* send("DELETE", path)).code, "state_conflict")
            proxy.set(() => "pass")
            yield* scene.untilItem(path, ({ lock }) => lock === null)
            assert.strictEqual(
              yield* Effect.promise(() => codeOf(client.send(new GetBucketPolicyCommand({ Bucket: source })))),
              "NoSuchBucketPolicy"
            )
            assert.strictEqual((yield* send("DELETE", path)).status, 200)
          }).pipe(Effect.scoped),
        { timeout: 120_000 }
      )
    })
  })
}

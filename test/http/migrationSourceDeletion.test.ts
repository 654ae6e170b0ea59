import {
  GetBucketPolicyCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Readable } from "node:stream"
import { verifyCertificate } from "#layers/crypto/certificateSignature.ts"
import { places } from "../support/managedAccount.ts"
import { freshName, migrationScene, migrationService } from "../support/migrationScene.ts"
import { requirement } from "../support/Requirement.ts"

const ENDS = ["completed", "completed_with_errors", "failed", "canceled"] as const
const KEYS = ["a", "b//c", "d"]

const keysOf = async (s3: S3Client, Bucket: string) => {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }))
  return Contents.map(({ Key }) => Key)
}
const bodyOf = async (s3: S3Client, Bucket: string, Key: string) =>
  (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()

const isDelete = (bucket: string, method: string, address: string) =>
  address.startsWith(method === "POST" ? `/${bucket}/?delete` : `/${bucket}/`) &&
  (method === "POST" || method === "DELETE")

const policyOf = (bucket: string) =>
  `{ "Version":"2012-10-17",\n "Statement": {"Effect": "Deny", "Principal": "*", "Action": "s3:PutBucketWebsite",` +
  ` "Resource": "arn:aws:s3:::${bucket}"} }`

for (const { lack, name, place } of places) {
  requirement(name, lack)(`a migration that deletes its source on the ${name}`, () => {
    layer(migrationService(name), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "deletes what it proved equal, only after the name was confirmed; a rollback is refused, the policy restored",
        () =>
          Effect.gen(function* () {
            const { bucketWith, client, draftOf, itemsOf, other, proxy, send, sql, started, until } =
              yield* migrationScene(yield* place)
            const draft = (source: string, target: string) => ({
              ...draftOf([{ source, target }]),
              mode: "pre_sync",
              strong_integrity_check: true,
              delete_source: true
            })
            const source = yield* bucketWith(client, "logs", KEYS)
            const second = yield* bucketWith(client, "second", ["a", "b"])
            const target = freshName("moved")
            yield* Effect.promise(() =>
              client.send(new PutBucketPolicyCommand({ Bucket: source, Policy: policyOf(source) }))
            )

            assert.strictEqual((yield* send("POST", "", { ...draft(source, target), mode: "one_shot" })).status, 422)

            const path = yield* started(draft(source, target))
            const waiting = yield* until(path, "awaiting_cutover", ...ENDS)
            assert.include(
              waiting.body["precheck"].findings.map(({ code }: { readonly code: string }) => code),
              "source_deleted"
            )
            const wrong = yield* send("POST", `${path}/continue`, undefined, { confirm_name: "another" })
            assert.strictEqual(wrong.code, "stale_plan")
            assert.strictEqual((yield* send("GET", path)).body["state"], "awaiting_cutover")
            let deletes = 0
            proxy.set((method, address) => {
              if (isDelete(source, method, address)) deletes += 1
              return "pass"
            })
            assert.strictEqual(
              (yield* send("POST", `${path}/continue`, undefined, { confirm_name: source })).status,
              200
            )
            const end = yield* until(path, ...ENDS)
            const [item] = yield* itemsOf(path)
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(item))
            assert.deepInclude(item, { state: "completed", source_deleted: KEYS.length, lock: null, removed: 0 })
            assert.deepInclude(item.verified, { same: KEYS.length, missing: 0 })
            assert.isAbove(deletes, 0)
            yield* Effect.promise(async () => {
              assert.deepStrictEqual(await keysOf(client, source), [])
              for (const key of KEYS) assert.strictEqual(await bodyOf(other, target, key), key)
              const { Policy } = await client.send(new GetBucketPolicyCommand({ Bucket: source }))
              assert.strictEqual(Policy, policyOf(source), "restored byte for byte")
              await client.send(new PutObjectCommand({ Bucket: source, Key: "after", Body: "accepted" }))
            })
            const { text } = yield* send("GET", `${path}/certificate`)
            const certificate = yield* Effect.promise(() => verifyCertificate(Readable.from([Buffer.from(text)]), null))
            if (typeof certificate === "string") return assert.fail(certificate)
            assert.deepInclude(certificate.summary, { byEtag: KEYS.length, unverified: [] })
            const audited = yield* sql<{ readonly action: string }>`
            select action from audit_logs where entity_label = ${source} and action like 'bucket.source_deletion.%'
            order by id`
            assert.deepStrictEqual(
              audited.map(({ action }) => action),
              ["bucket.source_deletion.begin", "bucket.source_deletion.end"]
            )

            yield* send("POST", `${path}/items/1/rollback`)
            yield* until(path, ...ENDS)
            assert.match((yield* itemsOf(path))[0].problem, /only copies/)
            yield* Effect.promise(async () => assert.lengthOf(await keysOf(other, target), KEYS.length))

            const next = yield* started(draft(second, freshName("moved")))
            yield* until(next, "awaiting_cutover", ...ENDS)
            proxy.set((method, address) =>
              isDelete(second, method, address)
                ? { status: 403, type: "application/xml", text: "<Error><Code>AccessDenied</Code></Error>" }
                : "pass"
            )
            yield* send("POST", `${next}/continue`)
            assert.strictEqual((yield* until(next, ...ENDS)).body["state"], "failed")
            proxy.set(() => "pass")
            yield* Effect.promise(async () => {
              assert.deepStrictEqual(await keysOf(client, second), ["a", "b"])
              await client.send(new PutObjectCommand({ Bucket: second, Key: "b", Body: "written since" }))
            })
            const retry = Effect.andThen(send("POST", `${next}/items/1/retry`), until(next, ...ENDS))
            assert.strictEqual((yield* retry).body["state"], "failed")
            const [stopped] = yield* itemsOf(next)
            assert.match(stopped.problem, /b was written past the lock/)
            const copy = stopped.target as string
            yield* Effect.promise(async () => {
              assert.strictEqual(await bodyOf(client, second, "b"), "written since")
              assert.deepStrictEqual(await keysOf(other, copy), ["a", "b"], "no copy is removed")
            })

            const kept = yield* bucketWith(client, "kept", ["a"])
            yield* Effect.promise(() =>
              client.send(
                new PutBucketVersioningCommand({ Bucket: kept, VersioningConfiguration: { Status: "Enabled" } })
              )
            )
            const { body } = yield* send("POST", "", draft(kept, freshName("moved")))
            const checked = yield* send("POST", `/${body["id"]}/precheck`)
            assert.include(
              checked.body["precheck"].findings
                .filter(({ severity }: { readonly severity: string }) => severity === "blocking")
                .map(({ code }: { readonly code: string }) => code),
              "source_keeps_versions"
            )
          }).pipe(Effect.scoped),
        { timeout: 180_000 }
      )
    })
  })
}

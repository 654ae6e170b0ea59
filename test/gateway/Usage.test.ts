import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schedule } from "effect"
import { UsageTraffics } from "#services/usage/UsageTraffics.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { BillingRecords } from "#services/usage/billing/BillingRecords.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

type Event = { readonly event: string; readonly data: any }
const eventsOf = (text: string): ReadonlyArray<Event> =>
  Array.from(text.matchAll(/event: (\w+)\ndata: (.*)\n/g), ([, event = "", data = ""]) => ({
    event,
    data: JSON.parse(data)
  }))

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`usage on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "tells hidden bytes, classes, prefixes and warnings of buckets made by a foreign client; one that is " +
          "locked spoils no other",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, endpointId, key, rgwAccountId, target } = yield* managerScene(gateway, {
                usage: { enabled: true }
              })
              const [mine, locked, empty] = [yield* bucket(), yield* bucket(), yield* bucket()]
              const client = new S3Client({
                endpoint: target.url,
                region: "default",
                forcePathStyle: true,
                credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
              })
              yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
              const put = (Key: string, bytes: number) =>
                client.send(new PutObjectCommand({ Bucket: mine, Key, Body: Buffer.alloc(bytes, 7) }))
              yield* Effect.promise(async () => {
                await client.send(
                  new PutBucketVersioningCommand({ Bucket: mine, VersioningConfiguration: { Status: "Enabled" } })
                )
                await put("logs/one", 100)
                await put("logs/one", 200)
                await put("logs/two", 5_000)
                await put("top", 30)
                await client.send(new DeleteObjectCommand({ Bucket: mine, Key: "top" }))
                const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: mine, Key: "large" }))
                await client.send(
                  new UploadPartCommand({
                    Bucket: mine,
                    Key: "large",
                    UploadId,
                    PartNumber: 1,
                    Body: Buffer.alloc(70_000, 1)
                  })
                )
                await client.send(new PutObjectCommand({ Bucket: locked, Key: "k", Body: "x" }))
                await client.send(
                  new PutBucketPolicyCommand({
                    Bucket: locked,
                    Policy: JSON.stringify({
                      Version: "2012-10-17",
                      Statement: [
                        {
                          Effect: "Deny",
                          Principal: "*",
                          Action: ["s3:ListBucket", "s3:ListBucketVersions"],
                          Resource: `arn:aws:s3:::${locked}`
                        }
                      ]
                    })
                  })
                )
              })

              const plain = eventsOf((yield* ask("POST", "/usage-stats/stream")).text)
              assert.deepStrictEqual(
                plain.slice(-2).map(({ event }) => event),
                ["result", "done"]
              )
              assert.isNull(plain.at(-2)?.data.contents)

              const events = eventsOf((yield* ask("POST", "/usage-stats/stream?depth=contents")).text)
              const percents = events.flatMap(({ data, event }) => (event === "progress" ? [data.percent] : []))
              assert.deepStrictEqual(
                percents,
                percents.toSorted((a, b) => a - b)
              )
              assert.sameMembers(
                [...new Set(events.flatMap(({ data, event }) => (event === "progress" ? [data.stage] : [])))],
                ["listing", "counting", "contents"]
              )
              assert.sameMembers(
                [
                  ...new Set(
                    events.flatMap(({ data, event }) =>
                      event === "rows" ? data.buckets.map(({ name }: { name: string }) => name) : []
                    )
                  )
                ],
                [mine, locked, empty]
              )

              const { snapshot } = ok(yield* ask("GET", "/usage-stats/latest"))
              assert.deepStrictEqual(snapshot, events.at(-2)?.data)
              const { contents, findings, warnings } = snapshot
              assert.deepStrictEqual(contents.buckets, { whole: 2, partial: 0, failed: 1, never: 0 })
              assert.deepInclude(contents, {
                complete: false,
                current: { count: 2, bytes: 5_200 },
                noncurrent: { count: 2, bytes: 130 },
                delete_marker_count: 1,
                hidden_bytes: 70_130,
                listed_count: 5
              })
              assert.deepInclude(contents.uploads, { count: 1, old_count: 0, bytes: 70_000, bytes_complete: true })
              assert.deepStrictEqual(contents.storage_classes, [{ storage_class: "STANDARD", count: 4, bytes: 5_330 }])
              assert.deepStrictEqual(contents.prefixes, [
                {
                  bucket: mine,
                  prefix: "logs/",
                  count: 3,
                  bytes: 5_300,
                  written_7_days_bytes: 5_300,
                  written_30_days_bytes: 5_300
                },
                { bucket: mine, prefix: "", count: 1, bytes: 30, written_7_days_bytes: 30, written_30_days_bytes: 30 }
              ])
              assert.deepStrictEqual(
                findings.map(({ bucket_count, code }: any) => [code, bucket_count]),
                [
                  ["unreadable", 1],
                  ["no_lifecycle", 3]
                ]
              )
              assert.deepStrictEqual(warnings, [`1 bucket could not be looked into: ${locked}`])

              const { bucket: row, contents: own } = ok(yield* ask("GET", `/usage-stats/buckets/${mine}`))
              assert.deepInclude(row, {
                used_bytes: 75_330,
                looked: "whole",
                problem: null,
                hidden_bytes: 70_130,
                has_lifecycle: false
              })
              assert.deepStrictEqual(row.distribution, [{ storage_class: "STANDARD", count: 4, bytes: 5_330 }])
              assert.deepStrictEqual([row.warnings, own.prefixes.length], [null, 2])
              const { items } = ok(yield* ask("GET", "/usage-stats/buckets?looked=failed"))
              assert.deepStrictEqual(
                items.map(({ name, problem }: any) => [name, problem]),
                [[locked, "AccessDenied"]]
              )
              assert.deepInclude(items[0], { object_count: 1, hidden_bytes: null, distribution: [] })
              assert.match(items[0].warnings.join(), /^The bucket could not be [^,]*$/, "warnings of this bucket alone")

              assert.deepInclude(ok(yield* ask("GET", "/usage-stats/history"))["days"].at(-1), {
                bucket_count: 3,
                used_bytes: 75_331
              })
              const growth = ok(yield* ask("GET", "/usage-stats/growth"))
              assert.deepStrictEqual(
                [growth["from_day"], growth["buckets"], growth["prefixes"].map(({ prefix }: any) => prefix)],
                [null, [], ["logs/", ""]]
              )

              // the log is written with a delay, and by the hour
              const rgw = yield* Rgw
              const since = DateTime.subtract(yield* DateTime.now, { hours: 1 })
              yield* rgw.usageLog(target, { owner: rgwAccountId, since }).pipe(
                Effect.repeat({
                  schedule: Schedule.spaced("200 millis"),
                  until: (entries) =>
                    entries.reduce(
                      (sum, entry) =>
                        sum + (entry.bucket === mine && entry.operation === "put_obj" ? entry.bytes_received : 0),
                      0
                    ) >= 75_330
                })
              )
              const traffic = ok(yield* ask("GET", "/usage-stats/traffic?period=day"))
              assert.isAtLeast(traffic["by_bucket"].find((one: any) => one.bucket === mine).bytes_received, 75_330)
              assert.isDefined(traffic["by_operation"].find((one: any) => one.operation === "put_obj"))
              assert.deepInclude(traffic["evidence"], {
                state: "known",
                request: `GET /admin/usage?uid=${rgwAccountId}`
              })
              assert.strictEqual(
                traffic["series"].reduce((sum: number, { operations }: any) => sum + operations, 0),
                traffic["total"].operations
              )
              const ofEndpoint = yield* UsageTraffics.use((traffics) => traffics.readEndpoint(endpointId, "day"))
              assert.isDefined(ofEndpoint.by_owner.find(({ owner }) => owner === rgwAccountId))
              assert.isDefined(
                ofEndpoint.by_bucket.find(({ bucket, owner }) => bucket === mine && owner === rgwAccountId)
              )
              assert.strictEqual(ofEndpoint.evidence.request, "GET /admin/usage")
              const one = ok(yield* ask("GET", `/usage-stats/traffic?period=week&bucket_name=${locked}`))
              assert.deepStrictEqual(
                one["by_bucket"].map((told: any) => told.bucket),
                [locked]
              )
            })
          ),
        { timeout: 120_000 }
      )

      it.effect(
        "bills what a foreign client did by the gateway's usage log, and the same when the log is read again",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { admin, bucket, contextId, key, rgwAccountId, target } = yield* managerScene(gateway, {
                usage: { enabled: true }
              })
              const Bucket = yield* bucket()
              const client = new S3Client({
                endpoint: target.url,
                region: "default",
                forcePathStyle: true,
                credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
              })
              yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
              yield* Effect.promise(async () => {
                for (const Key of ["a", "b", "c"])
                  await client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(10_000, 1) }))
                for (const Key of ["a", "b"]) {
                  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
                  await Body?.transformToByteArray()
                }
                await client.send(new CopyObjectCommand({ Bucket, Key: "d", CopySource: `${Bucket}/a` }))
                await client.send(new ListObjectsV2Command({ Bucket }))
                await client.send(new GetObjectCommand({ Bucket, Key: "missing" })).catch(() => null)
                await client.send(new DeleteObjectCommand({ Bucket, Key: "a" }))
              })
              const rgw = yield* Rgw
              const now = yield* DateTime.now
              const since = DateTime.startOf(DateTime.subtract(now, { days: 1 }), "day")
              const log = yield* rgw.usageLog(target, { since }).pipe(
                Effect.repeat({
                  schedule: Schedule.spaced("200 millis"),
                  until: (entries) =>
                    entries.some((entry) => entry.bucket === Bucket && entry.operation === "delete_obj")
                })
              )
              const closed = DateTime.startOf(DateTime.add(now, { hours: 1 }), "hour")
              const account = ok(yield* admin("GET", `/admin/accounts/${contextId}`))
              const { computeDays, storeUsageLog } = yield* BillingRecords
              const collect = Effect.gen(function* () {
                yield* storeUsageLog(account["storage_endpoint_id"], log, since, closed)
                yield* computeDays(closed)
                const path = `/admin/billing/daily?subject_type=S3Account&subject_id=${contextId}`
                return ok(yield* admin("GET", path))["items"]
              })
              const first = yield* collect
              const day = first.find(({ bytes_sent }: { bytes_sent: number }) => bytes_sent > 0)
              assert.deepInclude(day.operations, {
                put_obj: 3,
                get_obj: 2,
                copy_obj: 1,
                list_bucket: 1,
                delete_obj: 1
              })
              assert.deepInclude(day.categories, { write: 3, read: 2, copy: 1, list: 1, delete: 1 })
              assert.isAtLeast(day.bytes_sent, 20_000)
              assert.isAtLeast(day.bytes_received, 30_000)
              const own = log.filter(({ owner }) => owner === rgwAccountId)
              assert.strictEqual(
                day.bytes_sent,
                own.reduce((sum, { bytes_sent }) => sum + bytes_sent, 0)
              )
              assert.deepStrictEqual(yield* collect, first)
            })
          ),
        { timeout: 120_000 }
      )
    })
  })
}

import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetBucketTaggingCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { afterCertificateLine, certificateEndFault } from "#domain/objects/migrations/readCertificate.ts"
import { Settings } from "#services/platform/Settings.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, places } from "../support/managedAccount.ts"
import { freshName, migrationScene } from "../support/migrationScene.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const OBJECTS = 12

for (const { lack, name, place } of places) {
  requirement(name, lack)(`migrating buckets to another account on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "is drafted, prechecked, started, paused, resumed and verified; a corrupt copy is caught",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const gateway = yield* place
            const proxy = yield* gatewayProxy(gateway.url)
            // RGW's answer about public access blocks does not pass a proxy
            const isProxied = name === "sandbox"
            const { browser, client, contextId, otherContextId, otherOwner } = yield* managedAccount(
              gateway,
              isProxied ? proxy.url : gateway.url
            )
            yield* sql`update user_associations set allow_manager_browser_data_access = true
            where rgw_account_id in (${Number(contextId)}, ${Number(otherContextId)})`
            const other = new S3Client({
              endpoint: gateway.url,
              region: "default",
              forcePathStyle: true,
              credentials: { accessKeyId: otherOwner.accessKey, secretAccessKey: otherOwner.secretKey }
            })
            yield* Effect.addFinalizer(() => Effect.sync(() => other.destroy()))
            const [source, target, second, taken] = [
              freshName("logs"),
              freshName("moved"),
              freshName("second"),
              freshName("taken")
            ]
            yield* Effect.promise(async () => {
              for (const Bucket of [source, second]) await client.send(new CreateBucketCommand({ Bucket }))
              await other.send(new CreateBucketCommand({ Bucket: taken }))
              for (let index = 0; index < OBJECTS; index++)
                await client.send(
                  new PutObjectCommand({
                    Bucket: source,
                    Key: `2026/ü ${index}`,
                    Body: `body ${index}`,
                    Metadata: { team: "climate" },
                    Tagging: "kind=log"
                  })
                )
              await client.send(new PutObjectCommand({ Bucket: second, Key: "a", Body: "right" }))
              await other.send(new PutObjectCommand({ Bucket: taken, Key: "a", Body: "wrong" }))
              await client.send(
                new PutBucketTaggingCommand({
                  Bucket: source,
                  Tagging: { TagSet: [{ Key: "team", Value: "climate" }] }
                })
              )
            })
            const at = (path: string) => `/api/manager/migrations${path}?context_id=${contextId}`
            const send = (method: string, path: string, body?: unknown) =>
              Effect.promise(() => browser.send(method, at(path), body))
            const until = (path: string, state: RegExp) =>
              send("GET", path).pipe(
                Effect.repeat({
                  schedule: Schedule.spaced("50 millis"),
                  until: ({ body }) => state.test(body["state"])
                }),
                Effect.timeout("60 seconds"),
                Effect.orDie
              )
            const draft = {
              source_context_id: contextId,
              target_context_id: otherContextId,
              buckets: [{ source, target }],
              mode: "one_shot",
              strategy: "current_only",
              copy_bucket_settings: true,
              strong_integrity_check: true
            }
            for (const buckets of [
              [
                { source, target },
                { source, target: taken }
              ],
              [
                { source, target },
                { source: second, target }
              ]
            ])
              assert.strictEqual((yield* send("POST", "", { ...draft, buckets })).status, 422)
            const made = yield* send("POST", "", draft)
            assert.strictEqual(made.status, 201, made.text)
            assert.deepStrictEqual(
              [made.body["state"], made.body["actions"]],
              ["draft", ["edit", "precheck", "delete"]]
            )
            const path = `/${made.body["id"]}`
            assert.strictEqual((yield* send("POST", `${path}/start`)).code, "state_conflict", "no precheck")

            const missing = yield* send("PATCH", path, { buckets: [{ source: "not-there-at-all", target }] })
            assert.strictEqual(missing.status, 200, missing.text)
            const blocked = yield* send("POST", `${path}/precheck`)
            assert.deepInclude(blocked.body["precheck"].findings[0], {
              code: "source_unreadable",
              severity: "blocking"
            })
            assert.strictEqual((yield* send("POST", `${path}/start`)).code, "state_conflict", "a blocking finding")
            const mended = yield* send("PATCH", path, {
              buckets: [
                { source, target },
                { source: second, target: taken }
              ]
            })
            assert.isNull(mended.body["precheck"], "a change resets the precheck")
            const checked = yield* send("POST", `${path}/precheck`)
            const codes = checked.body["precheck"].findings.map(({ code }: any) => code)
            assert.includeMembers(codes, ["target_created", "target_not_empty"])
            assert.notInclude(codes, "owner_quota_unknown")
            assert.notInclude(codes, "endpoint_differences", "both accounts are on one endpoint")
            assert.include(codes, "duration_unknown")
            assert.include(checked.body["actions"], "start", checked.text)

            const { publicOrigin } = yield* Settings
            const cookie = Array.from(browser.cookies, ([name, { value }]) => `${name}=${value}`).join("; ")
            const stream = yield* Effect.acquireRelease(
              Effect.promise(() => EventConnection.open(`${publicOrigin}${at(`${path}/stream`)}`, { cookie })),
              (connection) => Effect.sync(() => connection.close())
            )
            const framesOf = (event: string) =>
              stream.frames.filter((frame) => frame.event === event).map(({ data }) => data as any)

            yield* Effect.promise(() => stream.received(({ event }) => event === "snapshot", 60_000))

            proxy.set((method, address) =>
              method === "GET" && address.startsWith(`/${source}?`) ? "hold the request" : "pass"
            )
            const started = yield* send("POST", `${path}/start`)
            assert.strictEqual(started.status, 200, started.text)
            assert.strictEqual((yield* send("PATCH", path, { strategy: "skip_existing" })).code, "state_conflict")
            if (isProxied) {
              assert.strictEqual((yield* send("DELETE", path)).code, "state_conflict")
              yield* Effect.repeat(
                Effect.delay(
                  Effect.sync(() => proxy.held.length),
                  "20 millis"
                ),
                {
                  while: (held) => held === 0
                }
              )
              assert.strictEqual((yield* send("POST", `${path}/pause`)).status, 200)
              proxy.set(() => "pass")
              yield* until(path, /^(paused|failed|completed)/)
              const resumed = yield* send("POST", `${path}/resume`)
              assert.strictEqual(resumed.status, 200, resumed.text)
            }
            const end = yield* until(path, /^(failed|completed|canceled)/)
            const items = (yield* send("GET", `${path}/items`)).body["items"]
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(items))
            assert.deepInclude(items[0], { source, target, state: "completed", copied: OBJECTS, problem: null })
            assert.deepInclude(items[0].verified, { same: OBJECTS, missing: 0, different: 0, unknown: 0 })
            assert.strictEqual(yield* Effect.promise(() => stream.over), "ended")
            assert.strictEqual(framesOf("snapshot")[0].migration.state, "draft")
            assert.strictEqual(framesOf("snapshot").at(-1).migration.state, "completed")
            assert.lengthOf(framesOf("done"), 1)
            const eventTypes = framesOf("event").map(({ type }) => type)
            assert.includeMembers(eventTypes, ["migration.queued", "migration.running", "item.running"])
            assert.deepStrictEqual(eventTypes.filter((type) => type.endsWith(".completed")).toSorted(), [
              "item.completed",
              "item.completed",
              "migration.completed"
            ])
            yield* Effect.promise(async () => {
              const head = await other.send(new HeadObjectCommand({ Bucket: target, Key: "2026/ü 7" }))
              assert.deepStrictEqual(head.Metadata, { team: "climate" })
              const { Contents } = await other.send(new ListObjectsV2Command({ Bucket: target }))
              assert.lengthOf(Contents ?? [], OBJECTS)
              const tags = await other.send(new GetBucketTaggingCommand({ Bucket: target }))
              assert.deepStrictEqual(tags.TagSet, [{ Key: "team", Value: "climate" }])
              const replaced = await other.send(new GetObjectCommand({ Bucket: taken, Key: "a" }))
              assert.strictEqual(await replaced.Body!.transformToString(), "right")
            })

            yield* Effect.promise(() => other.send(new PutObjectCommand({ Bucket: taken, Key: "a", Body: "wrong" })))
            const again = yield* send("POST", "", {
              ...draft,
              buckets: [{ source: second, target: taken }],
              strategy: "skip_existing"
            })
            const next = `/${again.body["id"]}`
            const known = (yield* send("POST", `${next}/precheck`)).body["precheck"].findings
            const { evidence } = known.find(({ code }: any) => code === "estimated_duration")
            assert.deepInclude(evidence, { earlier_buckets: 2, objects: 1 })
            assert.isAtLeast(evidence.seconds, 1)
            yield* send("POST", `${next}/start`)
            yield* until(next, /^(failed|completed)/)
            const [left] = (yield* send("GET", `${next}/items`)).body["items"]
            assert.deepInclude(left.verified, { different: 1, same: 0 }, JSON.stringify(left))
            const listed = (yield* send("GET", "")).body["items"]
            assert.deepStrictEqual(
              listed.map(({ id }: any) => id),
              [again.body["id"], made.body["id"]]
            )
            assert.strictEqual((yield* send("DELETE", next)).status, 200)
            assert.strictEqual((yield* send("GET", next)).status, 404)

            const draftStream = yield* Effect.acquireRelease(
              Effect.gen(function* () {
                const { body } = yield* send("POST", "", draft)
                return yield* Effect.promise(() =>
                  EventConnection.open(`${publicOrigin}${at(`/${body["id"]}/stream`)}`, { cookie })
                )
              }),
              (connection) => Effect.sync(() => connection.close())
            )
            yield* sql`update user_associations set allow_manager_browser_data_access = false
            where rgw_account_id = ${Number(otherContextId)}`
            assert.strictEqual((yield* send("GET", path)).status, 403)
            assert.deepStrictEqual((yield* send("GET", "")).body["items"], [])
            assert.strictEqual(yield* Effect.promise(() => draftStream.over), "ended", "the target's right was lost")
            assert.notInclude(
              draftStream.frames.map(({ event }) => event),
              "done"
            )
          }).pipe(Effect.scoped),
        { timeout: 180_000 }
      )

      it.effect(
        "copies versions and delete markers in their order, of odd keys too, and certifies which is which",
        () =>
          Effect.gen(function* () {
            const scene = yield* migrationScene(yield* place)
            const { bucketWith, client, draftOf, itemsOf, other, send, started, until } = scene
            const longest = `deep/${"ü".repeat(509)}x`
            const source = yield* bucketWith(client, "logs", ["null", "a//b/./c", longest])
            const [target, unversioned] = [freshName("moved"), yield* bucketWith(other, "plain", [])]
            const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket: source, Key, Body }))
            const hide = (Key: string) => client.send(new DeleteObjectCommand({ Bucket: source, Key }))
            yield* Effect.promise(async () => {
              const VersioningConfiguration = { Status: "Enabled" } as const
              await client.send(new PutBucketVersioningCommand({ Bucket: source, VersioningConfiguration }))
              for (const body of ["1", "2", "3"]) await put("same-second", body)
              await hide("null")
              await put("null", "after the marker")
              await put("hidden", "below a marker")
              await hide("hidden")
            })
            const historyOf = (s3: S3Client, Bucket: string) =>
              Effect.promise(async () => {
                const { DeleteMarkers = [], Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }))
                const history: Record<string, Array<string>> = {}
                for (const { ETag, Key = "", VersionId = "" } of Versions) {
                  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }))
                  assert.match(ETag ?? "", /^"[0-9a-f]{32}"$/)
                  history[Key] = [...(history[Key] ?? []), (await Body?.transformToString()) ?? ""]
                }
                return { history, markers: DeleteMarkers.map(({ IsLatest, Key }) => `${Key} ${IsLatest}`).toSorted() }
              })
            const draft = { ...draftOf([{ source, target }]), mode: "pre_sync", strategy: "version_aware" }

            const refused = yield* send("POST", "", { ...draft, buckets: [{ source, target: unversioned }] })
            const checked = yield* send("POST", `/${refused.body["id"]}/precheck`)
            assert.includeMembers(
              checked.body["precheck"].findings.map(({ code }: any) => code),
              ["target_keeps_no_versions"]
            )
            assert.notInclude(checked.body["actions"], "start")

            const path = yield* started(draft)
            yield* until(path, "awaiting_cutover", "completed", "completed_with_errors", "failed", "canceled")
            assert.deepStrictEqual(yield* historyOf(other, target), yield* historyOf(client, source))
            yield* Effect.promise(async () => {
              await put("same-second", "4")
              await hide("same-second")
              await put("hidden", "shown again")
            })
            yield* send("POST", `${path}/continue`)
            const end = yield* until(path, "completed", "completed_with_errors", "failed", "canceled")
            const [item] = yield* itemsOf(path)
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(item))
            assert.deepInclude(item.verified, { same: 5, missing: 0, different: 0, extra: 0, unknown: 0 })
            assert.strictEqual(item.copied, 13)
            const copied = yield* historyOf(other, target)
            assert.deepStrictEqual(copied, yield* historyOf(client, source))
            assert.deepStrictEqual(copied.history["same-second"], ["4", "3", "2", "1"])

            const lines = (yield* send("GET", `${path}/certificate`)).text
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line))
            assert.strictEqual(lines[0].migration.versions, "all")
            const certified = lines.find(({ key }) => key === "null")
            assert.deepStrictEqual(
              certified.versions.map((one: any) => [one.verdict, one.source.is_delete_marker]),
              [
                ["same", false],
                ["same", true],
                ["same", false]
              ]
            )
            assert.strictEqual(certified.versions[2].source.version_id, "null")
            assert.isString(certified.versions[2].target.version_id)
            let summary: Parameters<typeof afterCertificateLine>[0] = null
            for (const line of lines.slice(0, -1)) {
              const next = afterCertificateLine(summary, JSON.stringify(line))
              if (typeof next === "string") return assert.fail(next)
              summary = next
            }
            assert.isNull(certificateEndFault(summary))
            return undefined
          }).pipe(Effect.scoped),
        { timeout: 180_000 }
      )

      // the sandbox has no system users
      if (name !== "real RGW") return
      it.effect.each([true, false])(
        "keeps the ids of versions with the cluster key of a system user; copies on the gateway: %s",
        (use_same_endpoint_copy) =>
          Effect.gen(function* () {
            const { bucketWith, browser, client, draftOf, endpoint, itemsOf, other, send, started, until } =
              yield* migrationScene(yield* place)
            const { gateway: real } = yield* Effect.promise(() => realGateway("a"))
            const uid = freshName("system")
            const made = real?.radosgwAdmin("user", "create", "--uid", uid, "--display-name", uid, "--system") ?? "{}"
            const [{ access_key, secret_key }] = JSON.parse(made).keys
            const key = yield* Effect.promise(() =>
              browser.send("PUT", `/api/admin/storage-endpoints/${endpoint.id}/s3-key`, { access_key, secret_key })
            )
            assert.strictEqual(key.status, 200, key.text)
            const source = yield* bucketWith(client, "logs", ["a//b"])
            yield* Effect.promise(async () => {
              const VersioningConfiguration = { Status: "Enabled" } as const
              await client.send(new PutBucketVersioningCommand({ Bucket: source, VersioningConfiguration }))
              for (const Body of ["1", "2", "3"])
                await client.send(new PutObjectCommand({ Bucket: source, Key: "a//b", Body }))
              await client.send(new DeleteObjectCommand({ Bucket: source, Key: "a//b" }))
              await client.send(
                new PutObjectCommand({ Bucket: source, Key: "large", Body: randomBytes(17 * 1024 ** 2) })
              )
              await client.send(new PutObjectCommand({ Bucket: source, Key: "large", Body: "small now" }))
            })
            const idsOf = (s3: S3Client, Bucket: string) =>
              Effect.promise(async () => {
                const { DeleteMarkers = [], Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }))
                return {
                  owners: new Set([...Versions, ...DeleteMarkers].map(({ Owner }) => Owner?.ID)),
                  versions: Versions.map(({ ETag, Key, VersionId }) => [Key, ETag?.slice(0, 9), VersionId]),
                  markers: DeleteMarkers.map(({ IsLatest, Key, VersionId }) => [Key, IsLatest, VersionId])
                }
              })
            const target = freshName("moved")
            const draft = { ...draftOf([{ source, target }]), strategy: "version_aware", use_same_endpoint_copy }
            const path = yield* started(draft)
            const end = yield* until(path, "completed", "completed_with_errors", "failed", "canceled")
            const [item] = yield* itemsOf(path)
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(item))
            const codes = end.body["precheck"].findings.map(({ code }: any) => code)
            assert.include(codes, "version_ids_kept")
            const [here, there] = [yield* idsOf(client, source), yield* idsOf(other, target)]
            const exceptNull = (rows: ReadonlyArray<ReadonlyArray<unknown>>) => rows.filter(([, , id]) => id !== "null")
            assert.strictEqual(there.owners.size, 1, "the system user owns nothing")
            assert.notInclude([...there.owners], uid)
            assert.deepStrictEqual(there.markers, here.markers)
            assert.lengthOf(exceptNull(here.versions), 5)
            const kept = new Set(here.versions.map(([, , id]) => id))
            // a multipart copy of another part size has another ETag
            assert.deepStrictEqual(
              there.versions.filter(([, , id]) => kept.has(id)).map(([Key, , id]) => [Key, id]),
              exceptNull(here.versions).map(([Key, , id]) => [Key, id])
            )
            const again = yield* started({ ...draft, mode: "pre_sync" })
            yield* until(again, "awaiting_cutover")
            assert.deepStrictEqual(yield* idsOf(other, target), there, "nothing is written again")
            // a system user's writes pass any quota
            for (const verb of [["set", "--max-objects=99"], ["enable"]])
              real?.radosgwAdmin("quota", ...verb, "--quota-scope=bucket", "--bucket", target)
            const { body: limited } = yield* send("POST", "", draft)
            const { body: checked } = yield* send("POST", `/${limited["id"]}/precheck`)
            const mapped = checked["precheck"].findings.find(({ code }: any) => code === "version_ids_mapped")
            assert.include(mapped.evidence.ids_not_kept, "quota of the target bucket")
          }).pipe(Effect.scoped),
        { timeout: 120_000 }
      )
    })
  })
}

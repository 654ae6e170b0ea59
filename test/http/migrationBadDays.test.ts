import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import type { Passage } from "../support/GatewayProxy.ts"
import { sandboxPlace } from "../support/managedAccount.ts"
import { freshName, migrationScene } from "../support/migrationScene.ts"
import { WholeService } from "../support/WholeService.ts"

const KEYS = ["broken-off", "busy", "lying", "plain"] as const
const ENDS = ["completed", "completed_with_errors", "failed", "canceled"] as const
const refusal = (status: number, code: string): Passage => ({
  status,
  type: "application/xml",
  text: `<Error><Code>${code}</Code></Error>`
})

const bytesOf = (s3: S3Client, Bucket: string, Key: string) =>
  Effect.promise(async () => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    return Buffer.from((await Body?.transformToByteArray()) ?? [])
  })

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("a migration on bad days", (it) => {
  it.effect(
    "copies through the service where the gateway is not to copy, whatever its answers are like at first",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { client, draftOf, itemsOf, other, proxy, started, until } = yield* migrationScene(place)
        const [source, target] = [freshName("logs"), freshName("moved")]
        const bodies = new Map(KEYS.map((key) => [key, randomBytes(300_000)]))
        yield* Effect.promise(async () => {
          await client.send(new CreateBucketCommand({ Bucket: source }))
          for (const [Key, Body] of bodies) await client.send(new PutObjectCommand({ Bucket: source, Key, Body }))
        })
        const firstAnswers = new Map<string, Array<Passage>>([
          [`GET /${source}/broken-off`, ["break off"]],
          [`PUT /${target}/busy`, [refusal(503, "SlowDown"), refusal(503, "SlowDown")]],
          [`PUT /${target}/lying`, ["lie about the ETag"]]
        ])
        const methods = new Set<string>()
        proxy.set((method, path, _, headers) => {
          const name = `${method} ${path.split("?")[0]}`
          if (path.startsWith(`/${target}/`) && method === "PUT")
            methods.add(headers["x-amz-copy-source"] === undefined ? "streamed" : "copied by the gateway")
          return firstAnswers.get(name)?.shift() ?? "pass"
        })
        const path = yield* started({ ...draftOf([{ source, target }]), use_same_endpoint_copy: false })
        const end = yield* until(path, ...ENDS)
        const [item] = yield* itemsOf(path)
        assert.strictEqual(end.body["state"], "completed", JSON.stringify(item))
        assert.deepInclude(item.verified, { same: KEYS.length, different: 0, missing: 0, unknown: 0 })
        assert.deepStrictEqual([...methods], ["streamed"])
        assert.deepStrictEqual(
          [...firstAnswers.values()].flat(),
          [],
          "each bad answer was given, and none was taken for a good one"
        )
        for (const [key, body] of bodies)
          assert.isTrue((yield* bytesOf(other, target, key)).equals(body), `${key} is the same at the target`)
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect(
    "is prechecked for what its target's owner may store, and for differences of the endpoints",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { bucketWith, browser, client, draftOf, person, send } = yield* migrationScene(place)
        const source = yield* bucketWith(client, "logs", ["a", "b"])
        const opened = yield* (yield* Sessions).open(person, yield* DateTime.now)
        browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
        const admin = (method: string, path: string, body: unknown) =>
          Effect.map(
            Effect.promise(() => browser.send(method, `/api/admin${path}`, body)),
            (answer) => {
              assert.isBelow(answer.status, 300, answer.text)
              return answer.body
            }
          )
        // another address of the same gateway, without topics and websites
        const endpoint = yield* admin("POST", "/storage-endpoints", {
          name: freshName("other"),
          url: place.url,
          region: "other",
          features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
          admin_access_key: place.admin.accessKey,
          admin_secret_key: place.admin.secretKey
        })
        const account = yield* admin("POST", "/accounts", {
          storage_endpoint_id: endpoint["id"],
          name: freshName("tenant"),
          user_links: [
            {
              user_id: person.user.id,
              manager_role: "account_administrator",
              allow_manager_browser_data_access: true
            }
          ]
        })
        const { body: draft } = yield* send("POST", "", {
          ...draftOf([{ source, target: freshName("moved") }]),
          target_context_id: String(account["id"])
        })
        const findings = Effect.map(
          send("POST", `/${draft["id"]}/precheck`),
          ({ body }) => body["precheck"].findings as ReadonlyArray<any>
        )
        const codes = Effect.map(findings, (all) => all.map(({ code, severity }) => `${severity} ${code}`))
        const free = yield* findings
        const differences = free.find(({ code }) => code === "endpoint_differences")
        assert.include(differences.evidence.region, "→ other")
        assert.notInclude(JSON.stringify(free), "owner_quota")

        const quota = (max_objects: number) =>
          admin("PUT", `/accounts/${account["id"]}/quotas/account`, {
            enabled: true,
            max_size_bytes: null,
            max_objects
          })
        yield* quota(1)
        assert.include(yield* codes, "blocking owner_quota", "two objects are to come")
        assert.strictEqual((yield* send("POST", `/${draft["id"]}/start`)).code, "state_conflict")
        yield* quota(2)
        assert.notInclude(JSON.stringify(yield* codes), "owner_quota")

        yield* admin("PUT", `/accounts/${account["id"]}/limits`, { max_buckets: 1 })
        assert.notInclude(yield* codes, "blocking bucket_limit")
        yield* admin("PUT", `/accounts/${account["id"]}/limits`, { max_buckets: 0 })
        assert.include(yield* codes, "blocking bucket_limit")
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect("0090: a stored draft or precheck that is malformed is a fault, not a default", () =>
    Effect.gen(function* () {
      const { place } = yield* sandboxPlace
      const { bucketWith, client, draftOf, send, sql } = yield* migrationScene(place)
      const source = yield* bucketWith(client, "logs", ["a"])
      const { body } = yield* send("POST", "", draftOf([{ source, target: freshName("moved") }]))
      const path = `/${body["id"]}`
      const checked = yield* send("POST", `${path}/precheck`)
      assert.strictEqual(checked.status, 200, checked.text)
      const status = Effect.map(send("GET", path), (answer) => answer.status)
      for (const [column, value] of [
        ["precheck", '{"findings": 7}'],
        ["precheck", "[]"],
        ["draft", "{}"],
        ["draft", '"text"']
      ] as const) {
        const [before] = yield* sql`select ${sql(column)}::text as text from bucket_migrations where id = ${body["id"]}`
        const write = (text: unknown) =>
          sql`update bucket_migrations set ${sql(column)} = ${text as string}::text::jsonb where id = ${body["id"]}`
        yield* write(value)
        assert.strictEqual(yield* status, 500, `${column} ${value}`)
        yield* write(before?.["text"])
        assert.strictEqual(yield* status, 200, column)
      }
    }).pipe(Effect.scoped)
  )

  it.effect(
    "names what a full quota did not let in, and a retry completes it",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { bucketWith, client, draftOf, itemsOf, other, proxy, send, started, until } =
          yield* migrationScene(place)
        const source = yield* bucketWith(client, "logs", ["a", "b", "c", "d"])
        const target = freshName("moved")
        let room = 2
        proxy.set((method, path, _, headers) => {
          // copies by the gateway are refused: the accounts may not read each other
          const isUpload = method === "PUT" && headers["x-amz-copy-source"] === undefined
          if (!new RegExp(`^/${target}/[^?]`).test(path) || !isUpload) return "pass"
          if (room === 0) return refusal(403, "QuotaExceeded")
          room -= 1
          return "pass"
        })
        const path = yield* started(draftOf([{ source, target }]))
        assert.strictEqual((yield* until(path, ...ENDS)).body["state"], "failed")
        const [full] = yield* itemsOf(path)
        assert.deepInclude(full, { state: "failed", copied: 2 })
        assert.deepInclude(full.verified, { same: 2, missing: 2 })
        assert.match(full.problem, /2 could not be copied, the first, \w: A quota is exhausted/)
        room = 10
        yield* send("POST", `${path}/retry`, { subset: "failed" })
        assert.strictEqual((yield* until(path, "completed", "failed")).body["state"], "completed")
        const { Contents = [] } = yield* Effect.promise(() => other.send(new ListObjectsV2Command({ Bucket: target })))
        assert.deepStrictEqual(
          Contents.map(({ Key }) => Key),
          ["a", "b", "c", "d"]
        )
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect(
    "whose keys expire in the run says so; with valid ones a retry completes it",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { bucketWith, client, draftOf, itemsOf, other, proxy, send, started, until } =
          yield* migrationScene(place)
        const keys = ["a", "b", "c", "d", "e", "f"]
        const source = yield* bucketWith(client, "logs", keys)
        const target = freshName("moved")
        let valid = 3
        const written: Array<string> = []
        proxy.set((method, path) => {
          if (path.startsWith("/admin")) return "pass"
          if (valid === 0) return refusal(403, "InvalidAccessKeyId")
          if (method === "PUT" && path.startsWith(`/${target}/`)) {
            valid -= 1
            written.push(path.slice(target.length + 2)[0] ?? "")
          }
          return "pass"
        })
        const path = yield* started({ ...draftOf([{ source, target }]), use_same_endpoint_copy: false })
        const end = yield* until(path, ...ENDS)
        const [item] = yield* itemsOf(path)
        assert.strictEqual(end.body["state"], "failed", JSON.stringify(item))
        assert.match(item.problem, /does not know this access key/)
        valid = Number.POSITIVE_INFINITY
        written.length = 0
        yield* send("POST", `${path}/retry`, { subset: "failed" })
        assert.strictEqual((yield* until(path, ...ENDS)).body["state"], "completed")
        const { Contents = [] } = yield* Effect.promise(() => other.send(new ListObjectsV2Command({ Bucket: target })))
        assert.deepStrictEqual(
          Contents.map(({ Key }) => Key),
          keys
        )
        assert.isBelow(written.length, keys.length, "what was confirmed is not written again")
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect(
    "of a source that vanishes ends with errors, keeps what it copied, and says which bucket is not there",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { bucketWith, client, draftOf, itemsOf, proxy, started, until } = yield* migrationScene(place)
        const [gone, kept] = [yield* bucketWith(client, "gone", ["a"]), yield* bucketWith(client, "kept", ["b"])]
        const removed = Promise.withResolvers<void>()
        let listings = 0
        proxy.set((method, path) =>
          method === "GET" && path.startsWith(`/${gone}?list-type`) && ++listings > 1
            ? { until: removed.promise }
            : "pass"
        )
        const path = yield* started(
          draftOf([gone, kept].map((source) => ({ source, target: `${source.slice(0, 4)}-${freshName("moved")}` })))
        )
        yield* Effect.promise(async () => {
          await client.send(new DeleteObjectCommand({ Bucket: gone, Key: "a" }))
          await client.send(new DeleteBucketCommand({ Bucket: gone }))
          removed.resolve()
        })
        assert.strictEqual((yield* until(path, ...ENDS)).body["state"], "completed_with_errors")
        const items = yield* itemsOf(path)
        const [lost, whole] = [gone, kept].map((name) => items.find((item) => item.source === name))
        assert.strictEqual(lost.state, "failed")
        assert.include(lost.problem, `${gone} was not found`)
        assert.deepInclude(whole, { state: "completed", copied: 1 })
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )
})

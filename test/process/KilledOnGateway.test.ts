import {
  CreateBucketCommand, DeleteObjectCommand, GetObjectCommand, ListMultipartUploadsCommand, ListObjectsV2Command, ListObjectVersionsCommand, PutBucketVersioningCommand, PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { unique } from "../gateway/contract/adminGateway.ts"
import { framesOf } from "../gateway/objects/framesOf.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { anotherGateway, servedAccount } from "./servedAccount.ts"

const { gateway, lack } = await realGateway("a")
const keys = Array.from({ length: 12 }, (_, index) => `a/k${String(index).padStart(2, "0")}`)
const large = Buffer.alloc(20 * 1024 * 1024 + 1, 7)
const [doomed, far, back] = [unique("doomed"), unique("far"), unique("back")]

requirement("real RGW", lack)("a real gateway", () => {
  layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("shows no trace of a kill in the middle of a deletion, of a copy to another gateway, and of a folder taken back", () => Effect.gen(function*() {
      assert.isDefined(gateway)
      const { accounts: [{ id, root }], admin, region, url } = gateway
      const sql = yield* SqlClient.SqlClient
      let at = ""
      const pause = () => new Promise((resolve) => setTimeout(resolve, 1_100))
      const { browser, client, context, first, proxy, start } = yield* servedAccount(async (client) => {
        for (const Bucket of [doomed, far, back]) await client.send(new CreateBucketCommand({ Bucket }))
        await client.send(new PutBucketVersioningCommand({ Bucket: back, VersioningConfiguration: { Status: "Enabled" } }))
        await client.send(new PutObjectCommand({ Bucket: far, Key: "large", Body: large }))
        await Promise.all([doomed, back].flatMap((Bucket) => keys.map((Key) => client.send(new PutObjectCommand({ Bucket, Key, Body: "then" })))))
        await pause()
        at = new Date().toISOString()
        await pause()
        await Promise.all(keys.map((Key) => client.send(new PutObjectCommand({ Bucket: back, Key, Body: "later" }))))
        await client.send(new DeleteObjectCommand({ Bucket: back, Key: keys[0] }))
        await pause()
      }, { url, region, admin, accounts: [{ id, ...root }] })
      const other = yield* anotherGateway(browser)
      const path = (bucket: string, rest: string) => `/api/browser/buckets/${bucket}/${rest}${rest.includes("?") ? "&" : "?"}context_id=${context}`
      const begin = (bucket: string, what: string, body: object) => Effect.promise(async () => {
        const run = await browser.post(path(bucket, what), body)
        assert.strictEqual(run.status, 201, run.text)
      })
      const preview = yield* Effect.promise(() => browser.get(path(back, `point-in-time?${new URLSearchParams({ at })}`)))
      const { plan_hash, planned_at } = framesOf(preview.text).find(({ event }) => event === "result")?.data ?? assert.fail(preview.text)

      const isHeld = (bucket: string, method: string, path: string) => bucket === doomed ? method === "POST" && path.includes("delete") : bucket === back && method === "PUT" && path.includes("/k05")
      proxy.set((method, path) => isHeld(path.split(/[/?]/)[1] ?? "", method, path) ? "hold the answer" : "pass")
      other.proxy.set((method, path) => method === "PUT" && path.includes("partNumber=1") ? "hold the request" : "pass")
      yield* begin(doomed, "deletions", { prefixes: ["a/"] })
      yield* begin(far, "copies", { keys: ["large"], base: "", target: { context_id: String(other.context), bucket_name: other.bucket, prefix: "" }, on_conflict: "skip" })
      yield* begin(back, "point-in-time", { prefix: "", at, planned_at, plan_hash })
      while (![doomed, back].every((bucket) => proxy.held.some((held) => held.includes(`/${bucket}`))) || other.proxy.held.length === 0) yield* Effect.sleep("20 millis")
      yield* Effect.promise(() => first.stop("SIGKILL"))
      for (const way of [proxy, other.proxy]) way.set(() => "pass")
      // as if the time were over for which the dead process may be silent
      yield* sql`update work_runs set lease_until = now()`

      yield* start
      yield* Effect.repeat(Effect.delay(sql`select 1 from work_runs where state like 'completed%'`, "200 millis"), { while: (rows) => rows.length < 3 })
      const items = yield* sql`select i.state, i.result, i.problem from work_items i order by i.run_id`
      assert.deepStrictEqual(items.map(({ state }) => state), ["completed", "completed", "completed"], JSON.stringify(items))
      const listed = (Bucket: string) => Effect.promise(async () => Object.fromEntries(((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = "", Size }) => [Key, Size])))
      assert.deepStrictEqual(yield* listed(doomed), {})
      assert.deepStrictEqual(yield* listed(back), Object.fromEntries(keys.map((key) => [key, 4])))
      const { Versions = [] } = yield* Effect.promise(() => client.send(new ListObjectVersionsCommand({ Bucket: back })))
      assert.lengthOf(Versions, keys.length * 3, "no version ended, and one came for each key")
      const arrived = yield* Effect.promise(async () => (await other.client.send(new GetObjectCommand({ Bucket: other.bucket, Key: "large" }))).Body?.transformToByteArray())
      assert.isTrue(large.equals(arrived ?? Buffer.alloc(0)))
      const { Uploads = [] } = yield* Effect.promise(() => other.client.send(new ListMultipartUploadsCommand({ Bucket: other.bucket })))
      assert.lengthOf(Uploads, 0, "the killed process's upload is ended")
    }), 300_000)
  })
})

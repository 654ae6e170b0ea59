import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { putInParts } from "../../support/putInParts.ts"
import { ended, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const count = 40
const keys = Array.from({ length: count }, (_, index) => `a/k${String(index).padStart(2, "0")}`)

const steps: Readonly<Record<string, (method: string, path: string) => Passage>> = {
  "before-copy": (method, path) => (method === "PUT" && path.includes("/b/k11") ? "hold the request" : "pass"),
  "after-copy": (method, path) => (method === "PUT" && path.includes("/b/k11") ? "hold the answer" : "pass"),
  "beside-copy": (method, path) => (method === "PUT" && path.includes("/b/k22") ? "hold the answer" : "pass"),
  "before-removal": (method, path) => (method === "POST" && path.includes("delete") ? "hold the request" : "pass"),
  "after-removal": (method, path) => (method === "POST" && path.includes("delete") ? "hold the answer" : "pass"),
  "plain-deletion": (method, path) => (method === "POST" && path.includes("delete") ? "hold the answer" : "pass")
}
const names = Object.keys(steps)
const moves = names.filter((name) => name !== "plain-deletion")
const streamed = "streamed"
const large = Buffer.alloc(20 * 1024 * 1024 + 1, 7)

export const objectWork: KilledWork = {
  kind: "moves, copies and deletions of objects",
  heldAt: "around a copy, around a removal, and in a part on its way to another gateway",
  truth: "every object is at its target once, or still where it was, and none is lost; all of it can be undone",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      await client.send(new CreateBucketCommand({ Bucket: streamed }))
      await putInParts(client, streamed, "large", large)
      for (const bucket of names) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        for (const key of keys) await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: key }))
      }
      await client.send(
        new PutBucketVersioningCommand({ Bucket: "plain-deletion", VersioningConfiguration: { Status: "Enabled" } })
      )
      for (const key of keys) await client.send(new PutObjectCommand({ Bucket: "plain-deletion", Key: key, Body: key }))
      for (const key of keys)
        await client.send(new PutObjectCommand({ Bucket: "beside-copy", Key: key.replace("a/", "b/"), Body: "older" }))
    })
    const bucketOfFar = "far"
    const far = yield* sandboxAccount(installation, (client) =>
      client.send(new CreateBucketCommand({ Bucket: bucketOfFar }))
    )
    proxy.set((method, path) => steps[path.split(/[/?]/)[1] ?? ""]?.(method, path) ?? "pass")
    const at = (bucket: string, path: string) => `/api/browser/buckets/${bucket}/${path}?context_id=${context}`
    // a part in flight has its whole time: no timeout ends its upload before the process dies
    far.proxy.set((method, path) => (method === "PUT" && path.includes("partNumber=1") ? "hold the request" : "pass"))
    const begun = (what: string, body: object, bucket: string) =>
      Effect.promise(async () => {
        const run = await browser.post(at(bucket, what), body)
        assert.strictEqual(run.status, 201, run.text)
        return run.body["id"] as number
      })
    const elsewhere = yield* begun(
      "copies",
      {
        keys: ["large"],
        base: "",
        target: { context_id: String(far.context), bucket_name: bucketOfFar, prefix: "" },
        on_conflict: "skip"
      },
      streamed
    )
    // four runs at once: the rest starts as there is room, and each started one is held at its step
    const moved = yield* Effect.forEach(moves, (bucket) =>
      begun(
        "copies",
        {
          prefixes: ["a/"],
          base: "a/",
          target: { bucket_name: bucket, prefix: "b/" },
          move: true,
          on_conflict: bucket === "beside-copy" ? "keep_both" : "skip"
        },
        bucket
      )
    )
    const runs = [elsewhere, ...moved, yield* begun("deletions", { prefixes: ["a/"] }, "plain-deletion")]
    yield* until(
      () =>
        names.filter((name) => proxy.held.some((path) => path.includes(`/${name}`))).length >= 3 &&
        far.proxy.held.length > 0
    )
    const uploads = Effect.promise(
      async () =>
        (await far.client.send(new ListMultipartUploadsCommand({ Bucket: bucketOfFar }))).Uploads?.map(
          ({ UploadId }) => UploadId
        ) ?? []
    )
    return {
      afterKill: Effect.gen(function* () {
        for (const way of [proxy, far.proxy]) way.set(() => "pass")
        assert.lengthOf(yield* uploads, 1, "what the killed process had begun")
      }),
      check: Effect.gen(function* () {
        const items = yield* sql<{ done: number }>`
          select detail, state, result, problem, (result->>'done')::int as done from work_items
            where run_id in ${sql.in(runs)} order by run_id, ordinal`
        assert.deepStrictEqual(
          yield* ended(runs, /^completed/),
          [streamed, ...names].map(() => "completed"),
          JSON.stringify(items)
        )
        assert.deepStrictEqual(
          items.map(({ done }) => done).slice(0, moves.length + 1),
          [1, ...moves.map(() => count)],
          "each is counted once"
        )
        assert.lengthOf(yield* uploads, 0, "and its successor has ended")
        const arrived = yield* Effect.promise(async () =>
          (
            await far.client.send(new GetObjectCommand({ Bucket: bucketOfFar, Key: "large" }))
          ).Body?.transformToByteArray()
        )
        assert.isTrue(large.equals(arrived ?? Buffer.alloc(0)))

        const listed = (Bucket: string) =>
          Effect.promise(
            async () =>
              (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key = "" }) => Key) ?? []
          )
        const text = (Bucket: string, Key: string) =>
          Effect.promise(async () =>
            (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()
          )
        for (const bucket of moves) {
          const wanted =
            bucket === "beside-copy"
              ? keys.flatMap((key) => [key.replace("a/", "b/"), `${key.replace("a/", "b/")} (2)`])
              : keys.map((key) => key.replace("a/", "b/"))
          assert.deepStrictEqual(yield* listed(bucket), [...wanted].sort(), bucket)
          for (const key of keys.slice(0, 3))
            assert.strictEqual(
              yield* text(bucket, `${key.replace("a/", "b/")}${bucket === "beside-copy" ? " (2)" : ""}`),
              key
            )
        }
        assert.deepStrictEqual(yield* listed("plain-deletion"), [])

        // whichever answers arrived before the kill: all of it can be undone
        for (const id of runs) {
          const asked = yield* Effect.promise(() => browser.post(`/api/browser/work/${id}/undo?context_id=${context}`))
          assert.strictEqual(asked.status, 200, asked.text)
        }
        assert.deepStrictEqual(
          yield* ended(runs, /^(completed|rolled_back)/),
          runs.map(() => "rolled_back"),
          JSON.stringify(
            yield* sql`select detail, state, problem from work_items where run_id in ${sql.in(runs)} order by run_id`
          )
        )
        for (const bucket of names) {
          const older = bucket === "beside-copy" ? keys.map((key) => key.replace("a/", "b/")) : []
          assert.deepStrictEqual(yield* listed(bucket), [...keys, ...older].sort(), bucket)
          for (const key of keys.slice(9, 13)) assert.strictEqual(yield* text(bucket, key), key)
        }
        assert.lengthOf(
          yield* sql`select 1 from audit_logs where action like 'object%'`,
          0,
          "what happens to objects is in no audit trail"
        )
      })
    }
  })
}

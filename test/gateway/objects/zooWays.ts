import { DeleteObjectsCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { framesOf } from "./framesOf.ts"
import { ok } from "../managerScene.ts"
import { keysIn, plantAll, workOn, zooIn } from "./objectWork.ts"
import type { Case } from "./scenes.ts"

export const zooWays: ReadonlyArray<Case> = [
  {
    name: "a folder with every kind of key in it is renamed, and each keeps its name below it",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const [from, to] = [`zoo ${key.length} a/`, `zoo ${key.length} b/`]
        yield* plantAll(scene, zooIn(from))
        const run = yield* workOn(scene).done("renames", { from, to })
        assert.deepStrictEqual(
          [run.state, run.items[0].result.done, run.items[0].result.failures],
          ["completed", zooIn(from).length, []]
        )
        assert.sameMembers(
          [...(yield* keysIn(scene, to))],
          zooIn(from).map((one) => to + one.slice(from.length))
        )
        assert.deepStrictEqual(yield* keysIn(scene, from), [])
      })
  },
  {
    name: "every kind of key comes back when its folder goes back to a moment, and goes again when that is undone",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const folder = `zoo ${key.length}/`
        const keys = zooIn(folder)
        yield* plantAll(scene, keys)
        yield* Effect.sleep("1100 millis")
        const at = new Date().toISOString()
        yield* Effect.sleep("1100 millis")
        yield* scene.sdk(
          new DeleteObjectsCommand({
            Bucket: scene.bucketName,
            Delete: {
              Objects: keys
                .filter((_, index) => index % 2 === 0)
                .filter((one) => !/[\u0001-\u0008\ufffe]/.test(one))
                .map((Key) => ({ Key }))
            }
          })
        )
        const before = yield* keysIn(scene, folder)
        assert.isBelow(before.length, keys.length)
        yield* Effect.sleep("1100 millis")
        const preview = yield* scene.ask("GET", "point-in-time", { query: { prefix: folder, at } })
        const { plan_hash, planned_at } =
          framesOf(preview.text).find(({ event }) => event === "result")?.data ?? assert.fail(preview.text)
        const run = yield* workOn(scene).done("point-in-time", { prefix: folder, at, planned_at, plan_hash })
        assert.deepStrictEqual([run.state, run.items[0].result.failures], ["completed", []])
        assert.sameMembers([...(yield* keysIn(scene, folder))], [...keys])
        assert.strictEqual((yield* workOn(scene).ask("POST", `/work/${run.id}/undo`)).status, 200)
        yield* workOn(scene)
          .ask("GET", `/work/${run.id}`)
          .pipe(
            Effect.repeat({
              schedule: Schedule.spaced("50 millis"),
              until: ({ body }) => body["state"] === "rolled_back"
            }),
            Effect.timeout("60 seconds"),
            Effect.orDie
          )
        assert.sameMembers([...(yield* keysIn(scene, folder))], [...before])
      })
  },
  {
    name: "every kind of key is shared by a link of its own, and fetched whole",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const keys = zooIn(`shared ${key.length}/`).filter((one) => !one.endsWith("/"))
        yield* Effect.forEach(keys, (one) => scene.put(one, { Body: `of ${one}` }), { concurrency: 8 })
        for (const one of keys) {
          const { share, url } = ok(
            yield* scene.ask("POST", "shares", { body: { kind: "object", key: one, expires_seconds: 3600 } })
          ) as { share: { id: string }; url: string }
          const { origin, pathname } = new URL(url)
          const fetched = yield* Effect.promise(() => fetch(`${origin}/api${pathname}/file`))
          assert.deepStrictEqual(
            [fetched.status, yield* Effect.promise(() => fetched.text())],
            [200, `of ${one}`],
            JSON.stringify(one)
          )
          yield* scene.admin("DELETE", `/browser/shares/${share.id}`)
        }
      })
  }
]

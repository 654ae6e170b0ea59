import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { StorageError } from "#domain/platform/errors/Errors.ts"
import type { AdminCalls } from "#layers/rgw/AdminCalls.ts"
import { lastActivity } from "#layers/rgw/lastActivity.ts"

const target: AdminTarget = {
  endpointId: 1,
  url: "http://gateway.example.org",
  region: "default",
  verifyTls: true,
  credential: GatewayCredential.opened({ accessKey: "K", secretKey: Redacted.make("s"), sessionToken: null })
}

const hour = (at: string, bucket = "a") => ({
  bucket,
  epoch: Date.parse(at) / 1000,
  categories: [{ category: "get_obj", ops: 1, successful_ops: 1, bytes_sent: 1, bytes_received: 0 }]
})

type Log = ReadonlyArray<{ readonly user: string; readonly buckets: ReadonlyArray<ReturnType<typeof hour>> }>

const looking = (log: Log, denied = false) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-05-04T10:20:30Z"))
    const asked: Array<string> = []
    const calls: AdminCalls["Service"] = {
      document: (_, { query }, schema) =>
        Effect.suspend(() => {
          asked.push(`${query["uid"] ?? "everybody"} since ${query["start"] ?? "ever"}`)
          if (denied)
            return Effect.fail(
              new StorageError({
                operation: "rgw.GetUsage",
                storage_code: "AccessDenied",
                storage_status: 403,
                storage_request_id: null,
                detail: ""
              })
            )
          const from = query["start"] === undefined ? 0 : Date.parse(`${query["start"].replace(" ", "T")}Z`) / 1000
          const found = log
            .filter(({ user }) => query["uid"] === undefined || user === query["uid"])
            .map(({ buckets, user }) => ({ user, buckets: buckets.filter(({ epoch }) => epoch >= from) }))
            .filter(({ buckets }) => buckets.length > 0)
          return Schema.decodeUnknownEffect(schema)(
            query["show-summary"] === "true" ? { summary: found } : { entries: found }
          ).pipe(Effect.orDie)
        }),
      documents: () => Effect.void,
      done: () => Effect.die("nothing is changed")
    }
    const found = yield* lastActivity(calls)(target, "backup")
    return { found: "last_active_hour" in found ? DateTime.formatIso(found.last_active_hour) : found.state, asked }
  })

layer(Layer.empty)("the last activity of an RGW user", (it) => {
  it.effect("is the newest hour of all buckets; whoever was active lately costs one call of two hours", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* looking([
          {
            user: "backup",
            buckets: [
              hour("2026-05-04T10:00:00Z"),
              hour("2026-05-04T09:00:00Z", "b"),
              hour("2025-05-04T09:00:00Z", "b")
            ]
          }
        ]),
        { found: "2026-05-04T10:00:00.000Z", asked: ["backup since 2026-05-04 08:20:30"] }
      )
    })
  )

  it.effect("is looked for further and further back", () =>
    Effect.gen(function* () {
      const { asked, found } = yield* looking([
        { user: "backup", buckets: [hour("2024-02-29T23:00:00Z"), hour("2023-01-01T00:00:00Z")] }
      ])
      assert.strictEqual(found, "2024-02-29T23:00:00.000Z")
      assert.deepStrictEqual(asked, [
        "backup since 2026-05-04 08:20:30",
        "backup since 2026-05-02 10:20:30",
        "backup since 2026-03-05 10:20:30",
        "backup since ever"
      ])
    })
  )

  it.effect("is none where others were active, and not known where the log has nobody or may not be read", () =>
    Effect.gen(function* () {
      const others = yield* looking([{ user: "anonymous", buckets: [hour("2026-05-04T10:00:00Z")] }])
      assert.deepStrictEqual([others.found, others.asked.at(-1)], ["none", "everybody since 2026-05-03 10:20:30"])
      assert.strictEqual((yield* looking([])).found, "no_log")
      assert.strictEqual(
        (yield* looking([{ user: "anonymous", buckets: [hour("2026-05-01T10:00:00Z")] }])).found,
        "no_log"
      )
      assert.deepStrictEqual(yield* looking([], true), {
        found: "refused",
        asked: ["backup since 2026-05-04 08:20:30"]
      })
    })
  )
})

import { PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CorsAdvice } from "#domain/objects/corsAdvice.ts"
import type { FoundEntry, SearchResult } from "#domain/objects/ObjectSearch.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { managerScene, ok } from "../managerScene.ts"
import { foreignClient } from "./foreignClient.ts"
import { framesOf } from "./framesOf.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`a search in a bucket on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("tells what is found, how much was looked at, and goes on where its limit ended it", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const bucket = yield* scene.bucket()
            const client = foreignClient(scene)
            const keys = [
              ...Array.from({ length: 30 }, (_, at) => `logs/day ${String(at).padStart(2, "0")}.txt`),
              "logs/old/day 01.gz",
              "notes\n100%.txt",
              "Über/🦀.txt"
            ]
            yield* Effect.forEach(
              keys,
              (Key) => Effect.promise(() => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "x" }))),
              { concurrency: 8 }
            )
            const ask = (query: Record<string, string>, of = bucket) =>
              scene.admin(
                "GET",
                `/browser/buckets/${of}/search?${new URLSearchParams({ context_id: scene.contextId, ...query })}`
              )
            const search = Effect.fnUntraced(function* (query: Record<string, string>) {
              const answer = yield* ask(query)
              assert.strictEqual(answer.status, 200, answer.text)
              const frames = framesOf(answer.text)
              assert.deepStrictEqual(
                frames.slice(-2).map(({ event }) => event),
                ["result", "done"]
              )
              const items: ReadonlyArray<FoundEntry> = frames.flatMap(({ data, event }) =>
                event === "found" ? data.items : []
              )
              const result: SearchResult = frames.at(-2)?.data
              assert.strictEqual(result.found, items.length)
              return { keys: items.map(({ key }) => key), result }
            })
            const cases: ReadonlyArray<readonly [query: Record<string, string>, keys: ReadonlyArray<string>]> = [
              [{ q: "DAY 01" }, ["logs/day 01.txt", "logs/old/day 01.gz"]],
              [{ q: "DAY 01", case_sensitive: "true" }, []],
              [{ q: "day 01.gz", exact: "true" }, ["logs/old/day 01.gz"]],
              [{ q: "day 01", prefix: "logs/", recursive: "false" }, ["logs/day 01.txt"]],
              [
                { q: "day 01.txt", prefix: "logs/", recursive: "false", exact: "true", case_sensitive: "true" },
                ["logs/day 01.txt"]
              ],
              [{ type: "folder" }, ["logs/", "logs/old/", "Über/"]],
              [{ recursive: "false" }, ["logs/", "notes\n100%.txt", "Über/"]],
              [{ q: "🦀" }, ["Über/🦀.txt"]],
              [{ q: "100%" }, ["notes\n100%.txt"]],
              [{ q: "day", modified_before: "2020-01-01" }, []],
              [
                {
                  q: "day 00",
                  modified_after: "2020-01-01",
                  size_bytes_min: "1",
                  size_bytes_max: "1",
                  storage_class: "STANDARD"
                },
                ["logs/day 00.txt"]
              ],
              [{ size_bytes_min: "2" }, []]
            ]
            for (const [query, expected] of cases) {
              const { keys: found, result } = yield* search(query)
              assert.deepStrictEqual(found, [...expected], JSON.stringify(query))
              assert.isTrue(result.complete)
            }
            assert.strictEqual((yield* search({ q: "day" })).result.looked, keys.length)
            const seen: Array<string> = []
            let after = ""
            for (let complete = false; !complete; ) {
              const part = yield* search({ q: "day", limit: "7", ...(after === "" ? {} : { start_after: after }) })
              assert.isAtMost(part.keys.length, 7)
              seen.push(...part.keys)
              complete = part.result.complete
              after = part.result.last_key ?? ""
            }
            assert.deepStrictEqual(seen, keys.slice(0, 31))
            assert.strictEqual((yield* ask({}, "no-such-bucket-here")).status, 404)
            for (const query of [
              { limit: "0" },
              { limit: "10001" },
              { type: "x" },
              { modified_after: "yesterday" },
              { size_bytes_min: "-1" }
            ]) {
              assert.strictEqual((yield* ask(query as Record<string, string>)).status, 422, JSON.stringify(query))
            }
          })
        )
      )

      it.effect("says which CORS rule is lacking, and no more once it was added where features are changed", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const bucket = yield* scene.bucket()
            const advice = Effect.map(
              scene.admin("GET", `/browser/buckets/${bucket}/cors-advice?context_id=${scene.contextId}`),
              (answer) => ok(answer) as unknown as CorsAdvice
            )
            const before = yield* advice
            assert.strictEqual(before.state, "no_rule")
            assert.deepStrictEqual(before.rule?.allowed_origins, [before.origin])
            const cors = ok(yield* scene.ask("GET", `/buckets/${bucket}/features/cors`))
            ok(
              yield* scene.ask("PUT", `/buckets/${bucket}/features/cors`, {
                value: { rules: [before.rule] },
                version: cors["version"]
              })
            )
            assert.deepInclude(yield* advice, { state: "direct", rule: null })
          })
        )
      )
    })
  })
}

import { ListObjectsV2Command, type ListObjectsV2CommandOutput, PutBucketVersioningCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { framesOf } from "./framesOf.ts"
import { workOn } from "./objectWork.ts"
import { browserScene, type BrowserScene } from "./browserScene.ts"
import { shareScene } from "./shareScene.ts"
import { unzipped } from "./transferScene.ts"

const plant = Effect.fnUntraced(function* (scene: BrowserScene, at: string) {
  yield* scene.put(`${at}a/`, { Body: "own" })
  yield* scene.put(`${at}a/x`, { Body: "inside" })
  yield* scene.put(`${at}empty/`, { Body: "" })
})
const bodiesOf = (scene: BrowserScene, prefix: string) =>
  Effect.map(
    scene.sdk<ListObjectsV2CommandOutput>(new ListObjectsV2Command({ Bucket: scene.bucketName, Prefix: prefix })),
    ({ Contents = [] }) =>
      Object.fromEntries(Contents.map(({ Key = "", Size = 0 }) => [Key.slice(prefix.length), Size]))
  )

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`objects with the name of a folder on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "are listed in their folder, found by a search with pages of any size, and downloaded and versioned by " +
          "their exact key",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* browserScene(gateway)
              yield* plant(scene, "l/")
              const list = (prefix: string) =>
                Effect.map(scene.ask("GET", "objects", { query: { prefix } }), (answer) => {
                  const { objects, prefixes } = ok(answer) as {
                    objects: ReadonlyArray<any>
                    prefixes: ReadonlyArray<string>
                  }
                  return { objects: objects.map(({ key, size_bytes }) => [key, size_bytes]), prefixes }
                })
              assert.deepStrictEqual(yield* list("l/"), { objects: [], prefixes: ["l/a/", "l/empty/"] })
              assert.deepStrictEqual(yield* list("l/a/"), {
                objects: [
                  ["l/a/", 3],
                  ["l/a/x", 6]
                ],
                prefixes: []
              })

              const search = Effect.fnUntraced(function* (query: Record<string, string>) {
                const frames = framesOf((yield* scene.ask("GET", "search", { query })).text)
                return {
                  found: frames.flatMap(({ data, event }) =>
                    event === "found" ? data.items.map(({ key, kind }: any) => `${kind} ${key}`) : []
                  ),
                  result: frames.at(-2)?.data
                }
              })
              const all = ["folder l/", "folder l/a/", "object l/a/", "object l/a/x", "folder l/empty/"]
              assert.deepStrictEqual((yield* search({})).found, all)
              assert.deepStrictEqual((yield* search({ q: "a", exact: "true" })).found, ["folder l/a/", "object l/a/"])
              for (const limit of ["1", "2", "3"]) {
                const seen: Array<string> = []
                for (let after = "", complete = false; !complete; ) {
                  const { found, result } = yield* search({ limit, ...(after === "" ? {} : { start_after: after }) })
                  seen.push(...found)
                  complete = result.complete
                  after = result.last_key
                }
                assert.deepStrictEqual(seen, all, `${limit} at a time`)
              }
              const download = yield* scene.ask("GET", "objects/download", { query: { key: "l/a/" } })
              assert.deepStrictEqual([download.status, download.text], [200, "own"])
              const { versions } = ok(yield* scene.ask("GET", "versions", { query: { key: "l/a/" } })) as {
                versions: ReadonlyArray<any>
              }
              assert.deepStrictEqual(
                versions.map(({ key }) => key),
                ["l/a/"]
              )
            })
          )
      )

      it.effect("are copied, renamed, changed and deleted alone, whatever lies below their folder", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* browserScene(gateway)
            const { done } = workOn(scene)
            const at = "w/"
            yield* plant(scene, at)
            const target = (prefix: string) => ({ bucket_name: scene.bucketName, prefix })
            const copy = yield* done("copies", {
              keys: ["w/a/"],
              base: "w/a/",
              target: target("w/b/"),
              on_conflict: "skip"
            })
            assert.deepInclude(copy.items[0].result, { done: 1, failed: 0 })
            assert.deepStrictEqual(yield* bodiesOf(scene, at), { "a/": 3, "a/x": 6, "b/": 3, "empty/": 0 })
            for (const path of ["copies", "copies/plan"]) {
              const { body, status } = yield* scene.ask("POST", path, {
                body: { keys: ["w/a/"], base: "w/a/", target: target(""), move: true, on_conflict: "replace" }
              })
              assert.deepStrictEqual([status, body.errors?.[0]?.path], [422, ["payload", "target", "prefix"]])
            }
            const renamed = yield* done("renames", { from: "w/b/", to: "w/b/named.txt", kind: "object" })
            assert.deepInclude(renamed.items[0].result, { done: 1, failed: 0 })
            assert.deepStrictEqual(yield* bodiesOf(scene, at), { "a/": 3, "a/x": 6, "b/named.txt": 3, "empty/": 0 })
            assert.strictEqual((yield* scene.ask("POST", "renames", { body: { from: "w/a/", to: "w/x" } })).status, 422)
            assert.strictEqual(
              (yield* scene.ask("POST", "renames", { body: { from: "w/a/x", to: "w/x/", kind: "folder" } })).status,
              422
            )
            const run = yield* done("attributes", {
              keys: ["w/a/"],
              change: { tags: { set: [{ key: "of", value: "own" }], remove: [], replace: true } }
            })
            assert.deepInclude(run.items[0].result, { done: 1, failed: 0 })
            const tagsOf = (key: string) => Effect.map(scene.details(key), ({ tags }) => tags)
            assert.deepStrictEqual([yield* tagsOf("w/a/"), yield* tagsOf("w/a/x")], [[{ key: "of", value: "own" }], []])
            const deleted = yield* done("deletions", { keys: ["w/a/"] })
            assert.deepInclude(deleted.items[0].result, { done: 1, failed: 0 })
            assert.deepStrictEqual(yield* bodiesOf(scene, at), { "a/x": 6, "b/named.txt": 3, "empty/": 0 })
            yield* plant(scene, at)
            const {
              body: { results }
            } = yield* scene.ask("DELETE", "objects", { body: { keys: ["w/a/"] } })
            assert.deepStrictEqual(
              results.map(({ deleted, key }: any) => [key, deleted]),
              [["w/a/", true]]
            )
            assert.deepStrictEqual(yield* bodiesOf(scene, "w/a/"), { x: 6 })
          })
        )
      )

      it.effect("are deleted with all their versions alone", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* browserScene(gateway)
            yield* scene.sdk(
              new PutBucketVersioningCommand({
                Bucket: scene.bucketName,
                VersioningConfiguration: { Status: "Enabled" }
              })
            )
            for (const _ of [1, 2]) yield* plant(scene, "v/")
            const run = yield* workOn(scene).done("deletions", { keys: ["v/a/"], all_versions: true })
            assert.deepInclude(run.items[0].result, { done: 2, failed: 0 })
            const { versions } = ok(
              yield* scene.ask("GET", "versions", { query: { prefix: "v/a/", delimiter: "" } })
            ) as { versions: ReadonlyArray<any> }
            assert.deepStrictEqual(
              versions.map(({ key }) => key),
              ["v/a/x", "v/a/x"]
            )
          })
        )
      )

      it.effect(
        "are in an archive and behind a link alone where they alone were chosen, and with their folder where that was",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* shareScene(gateway)
              for (const [key, body] of [
                ["s/a/", "own"],
                ["s/a/x", "inside"],
                ["s/a/y", "other"]
              ] as const)
                yield* scene.plant(key, body)
              const bytesOf = (path: string) =>
                Effect.promise(async () => Buffer.from(await (await fetch(`${scene.origin}${path}`)).arrayBuffer()))
              const archive = Effect.fnUntraced(function* (wanted: object) {
                const { url } = ok(yield* scene.send("POST", scene.at("archives"), wanted)) as { url: string }
                return yield* Effect.map(
                  Effect.promise(() => scene.browser.bytes(url)),
                  ({ bytes }) => bytes
                )
              })
              const contents = Effect.fnUntraced(function* (bytes: Uint8Array) {
                return [...(yield* unzipped(bytes))]
                  .filter(([path]) => !path.startsWith("NOT IN"))
                  .map(([path, text]) => `${path} ${text}`)
                  .sort()
              })
              assert.deepStrictEqual(
                yield* contents(yield* archive({ prefix: "s/a/", keys: ["s/a/x"], objects: ["s/a/"] })),
                ["_ own", "x inside"]
              )
              assert.deepStrictEqual(yield* contents(yield* archive({ prefix: "s/", keys: [], objects: ["s/a/"] })), [
                "a/_ own"
              ])
              assert.deepStrictEqual(
                yield* contents(yield* archive({ prefix: "s/", keys: ["s/a/"], objects: ["s/a/"] })),
                ["a/_ own", "a/x inside", "a/y other"]
              )
              assert.strictEqual(
                (yield* scene.send("POST", scene.at("archives"), { prefix: "s/", keys: [] })).status,
                422
              )

              const listed = (at: string) =>
                Effect.map(
                  Effect.promise(() => scene.visitor().get(`${at}/files`)),
                  (answer) =>
                    (ok(answer)["items"] as ReadonlyArray<{ name: string; size_bytes: number }>).map(
                      ({ name, size_bytes }) => [name, size_bytes]
                    )
                )
              const fetched = (at: string, name: string) =>
                Effect.promise(async () => {
                  const answer = await fetch(`${scene.origin}${at}/file?${new URLSearchParams({ name })}`)
                  return answer.status === 200 ? await answer.text() : answer.status
                })
              const alone = yield* scene.make({ kind: "object", key: "s/a/" })
              assert.strictEqual((yield* bytesOf(`${alone.at}/file`)).toString(), "own")
              assert.deepStrictEqual([yield* fetched(alone.at, "x"), yield* fetched(alone.at, "")], [404, 404])
              const some = yield* scene.make({ kind: "archive", prefix: "s/a/", keys: ["s/a/x"], objects: ["s/a/"] })
              assert.deepStrictEqual(yield* listed(some.at), [
                ["", 3],
                ["x", 6]
              ])
              assert.deepStrictEqual(
                [yield* fetched(some.at, ""), yield* fetched(some.at, "x"), yield* fetched(some.at, "y")],
                ["own", "inside", 404]
              )
              assert.deepStrictEqual(yield* contents(yield* bytesOf(`${some.at}/archive`)), ["_ own", "x inside"])
              const shown = yield* scene.shown(some.id)
              assert.deepInclude(shown, { keys: ["s/a/x"], objects: ["s/a/"] })
              const whole = yield* scene.make({ kind: "archive", prefix: "s/a/", keys: ["s/a/"] })
              assert.deepStrictEqual(yield* listed(whole.at), [
                ["", 3],
                ["x", 6],
                ["y", 5]
              ])
              assert.strictEqual(yield* fetched(whole.at, ""), "own")
            })
          )
      )
    })
  })
}

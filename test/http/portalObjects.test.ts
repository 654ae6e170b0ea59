import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "#api/Api.ts"
import { type SpaceRequest, spaceRoutes } from "../access/spaceRoutes.ts"
import { unique } from "../gateway/contract/adminGateway.ts"
import { ok } from "../gateway/managerScene.ts"
import { portalScene, proxiedSandbox } from "../gateway/portalScene.ts"
import { WholeService } from "../support/WholeService.ts"

const FOLDER = "/api/browser/buckets/:bucket_name"

const declared = (() => {
  const found: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path } }) => {
      if (path.startsWith(`${FOLDER}/`)) found.push(`${method} ${path.slice(FOLDER.length)}`)
    }
  })
  return found
})()

interface Sent {
  readonly method: string
  readonly path: string
  readonly source: string | null
}

const scene = Effect.gen(function* () {
  const { gateway, proxy } = yield* proxiedSandbox
  const portal = yield* portalScene(gateway)
  const sent: Array<Sent> = []
  proxy.set((method, path, _form, headers) => {
    const source = headers["x-amz-copy-source"]
    sent.push({ method, path: decodeURIComponent(path), source: typeof source === "string" ? source : null })
    return "pass"
  })
  const bucket = unique("shared")
  ok(yield* portal.boss.ask("POST", "/spaces", { name: bucket, bucket_name: bucket }))
  const other = unique("other")
  ok(yield* portal.boss.ask("POST", "/spaces", { name: other, bucket_name: other }))
  for (const key of ["team/a.txt", "private/a.txt"]) yield* portal.put(bucket, key)
  yield* portal.put(other, "team/a.txt")
  const space = ok(
    yield* portal.boss.ask("POST", "/spaces", {
      name: unique("team"),
      bucket_name: bucket,
      prefix: "team/",
      existing_bucket: true
    })
  ) as any
  const give = (right: string) =>
    Effect.map(portal.boss.ask("PUT", `/spaces/${space.id}/members/${portal.ada.id}`, { right }), ok)
  yield* give("manage")
  const contextId = (ok(yield* portal.ada.ask("GET", `/spaces/${space.id}`)) as any).access.context_id as string
  const browser = portal.ada.browser
  const start = (key: string, size_bytes: number) =>
    Effect.promise(() =>
      browser.send("POST", `/api/browser/buckets/${bucket}/uploads?context_id=${contextId}`, { key, size_bytes })
    )
  const request = Effect.fnUntraced(function* (name: string, place: SpaceRequest) {
    const [method = "", path = ""] = name.split(" ")
    const { body, bytes, query } = spaceRoutes[name]!
    const search = new URLSearchParams({ context_id: contextId, ...query?.(place) })
    const address = `${FOLDER}${path}`
      .replace(":bucket_name", place.bucket)
      .replace(":upload_id", place.upload)
      .replace(":part_number", "1")
    const before = sent.length
    const answer = yield* Effect.promise(() =>
      browser.send(
        method,
        `${address}?${search}`,
        bytes === true ? "abc" : body?.(place),
        bytes === true ? { "content-type": "application/octet-stream" } : {}
      )
    )
    return { answer, sent: sent.slice(before) }
  })
  const sql = yield* SqlClient.SqlClient
  const runsEnd = sql<{ count: number }>`
    select count(*)::int as count from work_runs where ended_at is null and starter_id = ${portal.ada.id}`.pipe(
    Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: ([left]) => left?.count === 0 }),
    Effect.timeout("60 seconds"),
    Effect.orDie
  )
  return { ...portal, browser, bucket, other, space, give, contextId, start, request, runsEnd, sent }
})

const outside = (all: ReadonlyArray<Sent>, bucket: string) =>
  all.filter(({ path, source }) => {
    const { pathname, searchParams } = new URL(path, "http://gateway")
    const [, name = "", ...rest] = pathname.split("/")
    if (name === "" || name === "admin") return false
    const key = rest.join("/")
    const listed = ["list-type", "versions", "uploads"].some((one) => searchParams.has(one))
    const from = source === null ? null : decodeURIComponent(source.replace(/^\//u, ""))
    return (
      name !== bucket ||
      (key !== "" && !key.startsWith("team/")) ||
      (key === "" && listed && !(searchParams.get("prefix") ?? "").startsWith("team/")) ||
      (from !== null && !from.startsWith(`${bucket}/team/`))
    )
  })

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("objects of a storage space", (it) => {
  it("has a request for each route of the object browser on a bucket", () => {
    assert.sameMembers(Object.keys(spaceRoutes), declared)
  })

  it.effect("each route reaches the space, and nothing outside of it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { bucket, other, request, runsEnd, sent, start } = yield* scene
        const upload = ok(yield* start("team/b.txt", 5))["id"] as string
        const inside: SpaceRequest = { bucket, key: "team/a.txt", folder: "team/", upload }
        const strange: ReadonlyArray<SpaceRequest> = [
          { bucket: other, key: "team/a.txt", folder: "team/", upload },
          { bucket, key: "private/a.txt", folder: "private/", upload }
        ]
        const faults: Array<string> = []
        const begun = sent.length
        for (const name of declared) {
          const ownsUpload = name.includes(":upload_id")
          for (const place of strange) {
            if (ownsUpload && place.bucket === bucket) continue
            const { answer, sent: reached } = yield* request(name, place)
            if (answer.status === 422) faults.push(`${name}: ${answer.text}`)
            const found = outside(reached, bucket)
            if (found.length > 0) faults.push(`${name} of ${place.key} sent ${JSON.stringify(found)}`)
          }
        }
        yield* runsEnd
        assert.deepStrictEqual(outside(sent.slice(begun), bucket), [])
        assert.deepStrictEqual(faults, [])
        for (const name of declared) {
          const { answer, sent: reached } = yield* request(name, inside)
          if (answer.status === 422) faults.push(`${name}: ${answer.text}`)
          if (spaceRoutes[name]?.asks === true && reached.length === 0) faults.push(`${name} sent nothing`)
        }
        yield* runsEnd
        assert.deepStrictEqual(faults, [])
      })
    )
  )

  it.effect("the context of a space names the folders to which it is limited", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, bucket, contextId } = yield* scene
        const answer = yield* Effect.promise(() => browser.get("/api/me/execution-contexts?workspace=browser"))
        const context =
          (answer.body as any).find?.((one: any) => one.id === contextId) ??
          answer.body["items"].find((one: any) => one.id === contextId)
        assert.deepStrictEqual(context.folders, [{ bucket_name: bucket, prefix: "team/" }])
      })
    )
  )

  it.effect("copies go neither out of the space nor into it from elsewhere", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { browser, bucket, contextId, other, runsEnd, sent } = yield* scene
        const copy = (from: string, key: string, base: string, to: string, prefix: string) =>
          Effect.promise(() =>
            browser.send("POST", `/api/browser/buckets/${from}/copies?context_id=${contextId}`, {
              keys: [key],
              base,
              target: { bucket_name: to, prefix },
              on_conflict: "replace"
            })
          )
        const begun = sent.length
        yield* copy(bucket, "team/a.txt", "team/", other, "taken/")
        yield* copy(bucket, "team/a.txt", "team/", bucket, "private/taken/")
        yield* copy(other, "team/a.txt", "team/", bucket, "team/taken/")
        yield* copy(bucket, "private/a.txt", "private/", bucket, "team/taken/")
        yield* runsEnd
        assert.deepStrictEqual(outside(sent.slice(begun), bucket), [])
        const within = ok(yield* copy(bucket, "team/a.txt", "team/", bucket, "team/copy/"))
        yield* runsEnd
        const { body } = yield* Effect.promise(() =>
          browser.send("GET", `/api/browser/work/${within["id"]}?context_id=${contextId}`)
        )
        assert.strictEqual(body["state"], "completed", JSON.stringify(body))
      })
    )
  )

  it.effect("each route needs its right in the space", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { bucket, give, request, runsEnd, sent, start } = yield* scene
        const upload = ok(yield* start("team/b.txt", 5))["id"] as string
        const inside: SpaceRequest = { bucket, key: "team/a.txt", folder: "team/", upload }
        for (const [right, lacking] of [
          ["read", ["write", "manage"]],
          ["write", ["manage"]]
        ] as const) {
          yield* give(right)
          const begun = sent.length
          for (const name of declared)
            if (lacking.some((one) => one === spaceRoutes[name]?.right)) yield* request(name, inside)
          yield* runsEnd
          const changes = sent
            .slice(begun)
            .filter(({ method, path }) => !["GET", "HEAD"].includes(method) || path.includes("?versions"))
          assert.deepStrictEqual(changes, [], right)
        }
      })
    )
  )

  it.effect("a member who is removed while uploading sends no more parts", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ada, boss, browser, bucket, contextId, sent, space, start } = yield* scene
        const { id } = ok(yield* start("team/big.bin", 11_000_000))
        const address = `/api/browser/buckets/${bucket}/uploads/${id}`
        const part = (number: number) =>
          Effect.promise(() =>
            browser.put(`${address}/parts/${number}?context_id=${contextId}`, new Uint8Array(5_500_000), {})
          )
        yield* part(1)
        const before = sent.filter(({ method }) => method === "PUT").length
        assert.isAbove(before, 0, "the first part reached the gateway")
        ok(yield* boss.ask("DELETE", `/spaces/${space.id}/members/${ada.id}`))
        const begun = sent.length
        const second = yield* part(2)
        const end = yield* Effect.promise(() => browser.send("POST", `${address}/complete?context_id=${contextId}`))
        assert.isAtLeast(second.status, 400, second.text)
        assert.isAtLeast(end.status, 400, end.text)
        assert.deepStrictEqual(
          sent.slice(begun).filter(({ path }) => path.includes("team/big.bin")),
          []
        )
      })
    )
  )
})

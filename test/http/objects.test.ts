import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, References, Stream } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { connect } from "node:net"
import { BrowserBucketsGroup } from "#api/browser/Buckets.ts"
import { BrowserObjectsGroup } from "#api/browser/Objects.ts"
import { BrowserUploadsGroup } from "#api/browser/Uploads.ts"
import { AccessControl, ProblemDocuments } from "#api/Middleware.ts"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { KeyOutcome, ObjectPage } from "#domain/objects/ObjectListing.ts"
import type { UploadPlan } from "#domain/objects/Upload.ts"
import { BrowserBucketsHandlers } from "#http/handlers/browser/Buckets.ts"
import { BrowserObjectsHandlers } from "#http/handlers/browser/Objects.ts"
import { BrowserUploadsHandlers } from "#http/handlers/browser/Uploads.ts"
import { ScopeResolved } from "#http/middleware/ScopeResolved.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFrame } from "#http/middleware/RequestFrame.ts"
import { transferPolicy, transferWorker } from "#http/transferWorker.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { ClusterBrowsing } from "#services/accounts/contexts/ClusterBrowsing.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { Scopes } from "#services/accounts/scope/Scopes.ts"
import { bytesOf, contextOf, mebibyte, scene, UploadServices } from "../services/objects/uploadFixture.ts"
import { TestSettings } from "../support/testSettings.ts"

class Slice extends HttpApi.make("stowage")
  .add(BrowserBucketsGroup)
  .add(BrowserObjectsGroup)
  .add(BrowserUploadsGroup)
  .middleware(AccessControl)
  .middleware(ProblemDocuments)
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {}) {}

type Scene = Effect.Success<typeof scene>

const served = (at: Scene, asked: Array<BucketQuery> = []) =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpApiBuilder.layer(Slice).pipe(
        Layer.provide(Layer.mergeAll(BrowserBucketsHandlers, BrowserObjectsHandlers, BrowserUploadsHandlers)),
        Layer.provide(Layer.merge(ScopeResolved, ProblemDocumentsRendered)),
        Layer.provide(Layer.merge(Layer.mock(Scopes, {}), Layer.mock(ClusterBrowsing, {}))),
        Layer.provide(
          Layer.succeed(AccessControl, (endpoint) => Effect.provideService(endpoint, CurrentCaller, at.caller))
        )
      ),
      RequestFrame
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(
    Layer.provide(Layer.mock(ExecutionContexts, { resolve: () => Effect.succeed(at.context) })),
    Layer.provide(Layer.mock(StreamRights, { watch: () => () => undefined })),
    Layer.provide(Layer.mock(BucketMeasures, { changed: () => Effect.void })),
    Layer.provide(
      Layer.mock(BucketListings, {
        follow: () => () => undefined,
        page: (_, query) => {
          asked.push(query)
          const listing = {
            state: "complete",
            refreshing: false,
            stale: false,
            refreshed_at: null,
            last_error: null,
            failed_at: null,
            version: 1
          } as const
          return Effect.succeed({ items: [], total: 0, total_all: 0, page: 1, page_size: 25, has_next: false, listing })
        }
      })
    ),
    Layer.provide(Shutdown.layer),
    Layer.provide(TestSettings()),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
    Layer.fresh
  )

const serving = <A, E, R>(test: (at: Scene, base: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const at = yield* scene
    return yield* Effect.provide(test(at, `/api/browser/buckets/${at.bucket}`), served(at))
  })

const url = (path: string, query: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ context_id: "1", ...query })}`
const get = (path: string, query?: Record<string, string>, headers: Record<string, string> = {}) =>
  HttpClient.execute(HttpClientRequest.setHeaders(HttpClientRequest.get(url(path, query)), headers))
const send = (method: "POST" | "DELETE", path: string, body: unknown) =>
  HttpClient.execute(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.make(method)(url(path)), body))
const json = <A>(response: { readonly json: Effect.Effect<unknown, unknown> }) =>
  Effect.map(response.json, (value) => value as A)

const put = (at: Scene, key: string, text: string) =>
  ObjectStore.use((store) =>
    store.put(at.context.s3, at.bucket, key, {
      size_bytes: Buffer.byteLength(text),
      content_type: "text/html",
      bytes: Stream.make(Buffer.from(text))
    })
  )

const oddKeys = [
  "with space",
  "../up",
  "a/../b",
  "two\nlines",
  "100%25 %zz",
  "/leading",
  "a+b?c#d",
  "ü".repeat(512),
  "a\u0001b\u007f",
  "\r\n",
  "a\ufffe"
]

layer(UploadServices, { excludeTestServices: true })("the object browser's routes", (it) => {
  it.effect("take and give any key exactly", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        for (const key of oddKeys) {
          const plan = yield* Effect.flatMap(send("POST", `${base}/uploads`, { key, size_bytes: 5 }), json<UploadPlan>)
          assert.strictEqual(plan.key, key)
          const part = yield* HttpClient.execute(
            HttpClientRequest.bodyUint8Array(
              HttpClientRequest.put(url(`${base}/uploads/${plan.id}/parts/1`)),
              Buffer.from("hello"),
              "application/octet-stream"
            )
          )
          assert.strictEqual(part.status, 200, yield* part.text)
          assert.strictEqual((yield* send("POST", `${base}/uploads/${plan.id}/complete`, {})).status, 200)
          const page = yield* Effect.flatMap(get(`${base}/objects`, { prefix: key, delimiter: "" }), json<ObjectPage>)
          assert.deepStrictEqual(
            page.objects.map((object) => object.key),
            [key]
          )
          const link = yield* Effect.flatMap(
            get(`${base}/objects/download-link`, { key }),
            json<{ url: string; transport: string }>
          )
          assert.strictEqual(link.transport, "proxied")
          assert.strictEqual(yield* Effect.flatMap(HttpClient.get(link.url), (answer) => answer.text), "hello")
          const { results } = yield* Effect.flatMap(
            send("DELETE", `${base}/objects`, { keys: [key] }),
            json<{ results: ReadonlyArray<KeyOutcome> }>
          )
          assert.deepStrictEqual(results, [{ key, deleted: true, code: null, detail: null }])
        }
      })
    )
  )

  it.effect(
    "give the worker that sends parts a policy that names the origin of this bucket's links, and nothing else",
    () =>
      Effect.gen(function* () {
        const at = yield* scene
        const s3 = { ...at.context.s3, url: "https://storage.example:8443" }
        const places = [
          [at.context, new URL(at.gateway.url).origin],
          [contextOf({ ...s3, pathStyle: true }), "https://storage.example:8443"],
          [contextOf({ ...s3, pathStyle: false }), `https://${at.bucket}.storage.example:8443`]
        ] as const
        for (const [context, origin] of places) {
          const there = { ...at, context, owner: { ...at.owner, context } }
          yield* Effect.gen(function* () {
            const answer = yield* get(`/api/browser/buckets/${at.bucket}/transfer-worker`)
            assert.strictEqual(yield* answer.text, transferWorker)
            assert.deepInclude(answer.headers, {
              "content-type": "text/javascript; charset=utf-8",
              "content-security-policy": `default-src 'none'; connect-src ${origin}`,
              "cache-control": "private, no-store",
              "x-content-type-options": "nosniff",
              "cross-origin-resource-policy": "same-origin"
            })
            const multipart = yield* MultipartStore
            for (const gatewayUploadId of [null, "an-upload"]) {
              const { url } = yield* multipart.partUrl(
                context.s3,
                { bucket: at.bucket, key: "a/b", gatewayUploadId },
                1,
                "text/plain",
                60
              )
              assert.strictEqual(new URL(url).origin, origin)
            }
          }).pipe(Effect.provide(served(there)))
        }
        new Function(transferWorker)
        for (const odd of [
          "https://*",
          "https://*.example",
          "https://a;b",
          "https://a,b",
          "https://a'b",
          "https://[::1]:8000",
          "null"
        ]) {
          assert.strictEqual(transferPolicy(odd), "default-src 'none'; connect-src 'none'", odd)
        }
      })
  )

  it.effect("refuse what S3 takes as no key or bucket, in every place, before the gateway is asked", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        at.gateway.faults.resetCalls()
        for (const key of ["a\0b", "half \ud800", "\udc00", "x".repeat(1025), ""]) {
          assert.strictEqual((yield* send("POST", `${base}/uploads`, { key, size_bytes: 5 })).status, 422, key)
          assert.strictEqual((yield* send("POST", `${base}/folders`, { prefix: key })).status, 422, key)
          assert.strictEqual((yield* send("DELETE", `${base}/objects`, { keys: ["there", key] })).status, 422, key)
        }
        for (const place of ["facts", "download-link", "download"]) {
          assert.strictEqual((yield* get(`${base}/objects/${place}`, { key: "a\0b" })).status, 422, place)
          assert.strictEqual(
            (yield* get(`/api/browser/buckets/admin/objects/${place}`, { key: "users" })).status,
            422,
            place
          )
        }
        assert.strictEqual((yield* get(`${base}/objects`, { prefix: "a\0b" })).status, 422)
        assert.strictEqual((yield* get(`${base}/objects`, { continuation_token: "a\0b" })).status, 422)
        for (const name of ["admin", "a%2F..%2Fb", "a%2Fb", "a%00"]) {
          const place = `/api/browser/buckets/${name}`
          for (const answer of [
            get(`${place}/objects`),
            send("POST", `${place}/uploads`, { key: "a", size_bytes: 5 }),
            send("DELETE", `${place}/objects`, { keys: ["a"] })
          ]) {
            assert.strictEqual((yield* answer).status, 422, name)
          }
        }
        assert.deepStrictEqual(at.gateway.faults.calls(), [])
      })
    )
  )

  it.effect("refuse a key of 1,025 bytes and an unknown property by name, before the gateway is asked", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        at.gateway.faults.resetCalls()
        for (const body of [
          { key: `${"ü".repeat(512)}x`, size_bytes: 1 },
          { key: "a", size_bytes: 1, acl: "public" },
          { key: "a", size_bytes: -1 },
          { key: "a", size_bytes: 6 * 1024 ** 4 }
        ]) {
          const answer = yield* send("POST", `${base}/uploads`, body)
          assert.strictEqual(answer.status, 422)
          const problem = yield* json<{ code: string; errors: ReadonlyArray<unknown> }>(answer)
          assert.strictEqual(problem.code, "validation_failed")
          assert.isAbove(problem.errors.length, 0)
        }
        assert.strictEqual((yield* get(`${base}/objects`, { max_keys: "1001" })).status, 422)
        assert.deepStrictEqual(at.gateway.faults.calls(), [])
      })
    )
  )

  it.effect("delete a batch as a whole or not at all where it is not valid", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        yield* put(at, "kept", "x")
        for (const keys of [
          [],
          Array.from({ length: 1001 }, (_, index) => `k${index}`),
          ["kept", ""],
          ["kept", "kept"],
          ["kept", "x".repeat(1025)]
        ]) {
          assert.strictEqual((yield* send("DELETE", `${base}/objects`, { keys })).status, 422)
        }
        assert.strictEqual((yield* get(`${base}/objects/facts`, { key: "kept" })).status, 200)
      })
    )
  )

  it.effect("tell the outcome of each key of a batch", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        yield* put(at, "a", "x")
        const answer = yield* send("DELETE", `${base}/objects`, { keys: ["a", "never there"] })
        const { results } = yield* json<{ results: ReadonlyArray<KeyOutcome> }>(answer)
        assert.deepStrictEqual(
          results.map(({ deleted, key }) => [key, deleted]),
          [
            ["a", true],
            ["never there", true]
          ]
        )
      })
    )
  )

  it.effect("serve a stored page as bytes to be saved, in ranges too", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        yield* put(at, "dir/päge.html", "<script>alert(1)</script>")
        const whole = yield* get(`${base}/objects/download`, { key: "dir/päge.html" })
        assert.strictEqual(whole.headers["content-type"], "application/octet-stream")
        assert.strictEqual(whole.headers["x-content-type-options"], "nosniff")
        assert.match(whole.headers["content-disposition"] ?? "", /^attachment; .*filename\*=UTF-8''p%C3%A4ge\.html$/)
        assert.include(whole.headers["content-security-policy"] ?? "", "sandbox")
        const part = yield* get(`${base}/objects/download`, { key: "dir/päge.html" }, { range: "bytes=1-6" })
        assert.deepStrictEqual(
          [part.status, yield* part.text, part.headers["content-range"]],
          [206, "script", "bytes 1-6/25"]
        )
        for (const range of ["bytes=25-", "bytes=900-901"]) {
          const beyond = yield* get(`${base}/objects/download`, { key: "dir/päge.html" }, { range })
          assert.deepStrictEqual([beyond.status, beyond.headers["content-range"]], [416, "bytes */25"])
          assert.deepInclude(yield* beyond.json, { code: "range_not_satisfiable" })
        }
        for (const range of ["lines=1-2", "bytes=6-1", "bytes=0-1,3-4", "bytes=é", "bytes=-"]) {
          assert.strictEqual(
            (yield* get(
              `${base}/objects/download`,
              { key: "dir/päge.html" },
              { range: Buffer.from(range).toString("latin1") }
            )).status,
            200,
            range
          )
        }
        assert.strictEqual((yield* get(`${base}/objects/download`, { key: "nope" })).status, 404)
      })
    )
  )

  it.effect("make a folder once", () =>
    serving(
      Effect.fnUntraced(function* (_, base) {
        const made = yield* send("POST", `${base}/folders`, { prefix: "new folder" })
        assert.deepStrictEqual([made.status, yield* made.json], [201, { key: "new folder/" }])
        const again = yield* send("POST", `${base}/folders`, { prefix: "new folder/" })
        assert.deepStrictEqual([again.status, (yield* json<{ code: string }>(again)).code], [409, "already_exists"])
        const page = yield* Effect.flatMap(get(`${base}/objects`), json<ObjectPage>)
        assert.deepStrictEqual(page.prefixes, ["new folder/"])
      })
    )
  )

  it.effect("page through a folder by its token", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        yield* Effect.forEach(["a", "b", "c/1", "c/2", "d"], (key) => put(at, key, "x"))
        const found: Array<string> = []
        let token: string | null = ""
        while (token !== null) {
          const page: ObjectPage = yield* Effect.flatMap(
            get(`${base}/objects`, { max_keys: "2", ...(token === "" ? {} : { continuation_token: token }) }),
            json<ObjectPage>
          )
          found.push(...page.prefixes, ...page.objects.map(({ key }) => key))
          token = page.next_continuation_token
        }
        assert.deepStrictEqual(found.sort(), ["a", "b", "c/", "d"])
      })
    )
  )

  it.effect("take a part far larger than other bodies may be, and nothing of another length", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        const plan = yield* Effect.flatMap(
          send("POST", `${base}/uploads`, { key: "big", size_bytes: 20 * mebibyte }),
          json<UploadPlan>
        )
        const part = (number: number, size: number) =>
          HttpClient.execute(
            HttpClientRequest.bodyStream(
              HttpClientRequest.put(url(`${base}/uploads/${plan.id}/parts/${number}`)),
              bytesOf(size),
              { contentLength: size, contentType: "application/octet-stream" }
            )
          )
        const first = yield* part(1, 16 * mebibyte)
        assert.strictEqual(first.status, 200, yield* first.text)
        assert.strictEqual((yield* part(2, mebibyte)).status, 422)
        const early = yield* send("POST", `${base}/uploads/${plan.id}/complete`, {})
        assert.deepStrictEqual([early.status, (yield* json<{ code: string }>(early)).code], [409, "state_conflict"])
        assert.strictEqual((yield* part(2, 4 * mebibyte)).status, 200)
        assert.strictEqual((yield* send("POST", `${base}/uploads/${plan.id}/complete`, {})).status, 200)
        assert.strictEqual(
          (yield* (yield* ObjectStore).facts(at.context.s3, at.bucket, "big")).size_bytes,
          20 * mebibyte
        )
      })
    )
  )

  it.effect("store nothing of a part whose page is closed in the middle, and go on serving", () =>
    serving(
      Effect.fnUntraced(function* (at, base) {
        const plan = yield* Effect.flatMap(
          send("POST", `${base}/uploads`, { key: "cut", size_bytes: 20 * mebibyte }),
          json<UploadPlan>
        )
        const { address } = yield* HttpServer.HttpServer
        const port = "port" in address ? address.port : 0
        const page = yield* Effect.acquireRelease(
          Effect.sync(() => connect(port, "localhost")),
          (socket) => Effect.sync(() => socket.destroy())
        )
        page.on("error", () => undefined)
        page.write(
          `PUT ${url(`${base}/uploads/${plan.id}/parts/1`)} HTTP/1.1\r\nHost: x\r\nContent-Type: ` +
            `application/octet-stream\r\nContent-Length: ${16 * mebibyte}\r\n\r\n`
        )
        page.write(Buffer.alloc(mebibyte))
        const arrived = () => at.gateway.faults.calls({ op: "UploadPart" }).length > 0
        yield* Effect.repeat(Effect.sleep("20 millis"), { until: arrived }).pipe(Effect.timeout("5 seconds"))
        page.destroy()
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual((yield* (yield* Uploads).state(at.owner, plan.id)).parts, [])
      })
    )
  )

  it.effect("search buckets in the snapshot, exactly when asked to", () =>
    Effect.gen(function* () {
      const at = yield* scene
      const asked: Array<BucketQuery> = []
      at.gateway.faults.resetCalls()
      yield* Effect.provide(
        Effect.gen(function* () {
          assert.strictEqual(
            (yield* get("/api/browser/buckets/search", { search: " photos ", exact: "true" })).status,
            200
          )
          assert.strictEqual((yield* get("/api/browser/buckets/search", { sort_by: "colour" })).status, 422)
        }),
        served(at, asked)
      )
      assert.deepStrictEqual(
        asked.map(({ exact, search }) => [search, exact]),
        [[" photos ", "true"]]
      )
      assert.deepStrictEqual(at.gateway.faults.calls(), [])
    })
  )
})

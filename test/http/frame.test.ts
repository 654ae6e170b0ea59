import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber, Layer, Option, Redacted, References, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ProblemDocuments } from "#api/Middleware.ts"
import { Conflict, RateLimited, StorageError, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFrame } from "#http/middleware/RequestFrame.ts"
import { SystemRoutes } from "#http/SystemRoutes.ts"
import { Observation } from "#services/platform/health/Observation.ts"
import { Readiness } from "#services/platform/health/Readiness.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { TestSettings } from "../support/testSettings.ts"

const Failure = Schema.Literals(["conflict", "limited", "storage", "unavailable", "defect", "unkept", "away"])
let decoded = 0
const CountedText = Schema.String.check(
  Schema.makeFilter(() => {
    decoded += 1
    return true
  })
)
const group = HttpApiGroup.make("sample").add(
  HttpApiEndpoint.post("list", "/api/list", {
    payload: Schema.Struct({ names: Schema.Array(CountedText).check(Schema.isMaxLength(5_000)) }),
    success: HttpApiSchema.NoContent
  }),
  HttpApiEndpoint.post("echo", "/api/sample", {
    query: { n: Schema.optionalKey(Schema.Int) },
    payload: Schema.Struct({
      name: Schema.String,
      inner: Schema.optionalKey(Schema.Struct({ size_bytes: Schema.Int }))
    }),
    success: Schema.Struct({ name: Schema.String })
  }),
  HttpApiEndpoint.get("fail", "/api/sample/:kind", {
    params: { kind: Failure },
    success: HttpApiSchema.NoContent,
    error: [Conflict, RateLimited, StorageError, Unavailable]
  }),
  HttpApiEndpoint.get("events", "/api/events", {
    success: HttpApiSchema.StreamSse({ data: Schema.Struct({ n: Schema.Int }) })
  })
)
class SampleApi extends HttpApi.make("sample")
  .add(group)
  .middleware(ProblemDocuments)
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {}) {}

const failures = {
  conflict: Effect.fail(new Conflict({ code: "bucket_not_empty", detail: "The bucket holds objects" })),
  limited: Effect.fail(new RateLimited({ retry_after_seconds: 42 })),
  storage: Effect.fail(
    new StorageError({
      operation: "CreateBucket",
      storage_code: "TooManyBuckets",
      storage_status: 400,
      storage_request_id: "tx1",
      detail: "The account may hold no more buckets"
    })
  ),
  unavailable: Effect.fail(new Unavailable({ detail: "Shutting down" })),
  defect: Effect.die(new Error("secret stack")),
  unkept: Effect.die(
    new SqlError({
      reason: new UnknownError({ cause: Object.assign(new Error("invalid byte sequence"), { code: "22021" }) })
    })
  ),
  away: Effect.die(new SqlError({ reason: new ConnectionError({ cause: new Error("gone") }) }))
}

const handlers = HttpApiBuilder.group(SampleApi, "sample", (handle) =>
  handle.handleAll({
    list: () => Effect.void,
    echo: ({ payload }) => Effect.succeed({ name: payload.name }),
    fail: ({ params }) => failures[params.kind],
    events: () => Effect.succeed(Stream.never)
  })
)

const routes = Layer.mergeAll(
  HttpApiBuilder.layer(SampleApi).pipe(Layer.provide(handlers), Layer.provide(ProblemDocumentsRendered)),
  SystemRoutes,
  RequestFrame
)

const served = (options: {
  readonly ready: Effect.Effect<void, Unavailable>
  readonly metricsToken: Option.Option<Redacted.Redacted>
}) =>
  HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(Shutdown.layer),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(Layer.succeed(Readiness, Readiness.of({ check: options.ready }))),
    Layer.provide(Layer.succeed(Observation, Observation.of({ refresh: Effect.void }))),
    Layer.provide(TestSettings({ metricsToken: options.metricsToken })),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
  )

const Server = served({ ready: Effect.void, metricsToken: Option.none() })
const NotReady = served({
  ready: Effect.fail(new Unavailable({ detail: "The database does not answer" })),
  metricsToken: Option.some(Redacted.make("scrape-me"))
})

const post = (body: string, contentType = "application/json", url = "/api/sample") =>
  HttpClient.execute(HttpClientRequest.post(url).pipe(HttpClientRequest.bodyText(body, contentType)))
const problem = (response: Effect.Success<ReturnType<typeof post>>) =>
  Effect.map(
    response.json,
    (body) =>
      body as {
        status: number
        code: string
        detail: string
        request_id: string
        errors?: Array<{ path: Array<string>; message?: string }>
        storage?: unknown
      }
  )

layer(Server, { excludeTestServices: true })("the frame", (it) => {
  it.effect("an unknown property is 422 with its path", () =>
    Effect.gen(function* () {
      const response = yield* post(JSON.stringify({ name: "a", inner: { size_bytes: 1, colour: "red" }, extra: 1 }))
      const body = yield* problem(response)
      assert.strictEqual(response.status, 422)
      assert.strictEqual(response.headers["content-type"], "application/problem+json")
      assert.strictEqual(body.code, "validation_failed")
      assert.sameMembers(
        body.errors!.map((error) => error.path.join(".")),
        ["payload.inner.colour", "payload.extra"]
      )
      assert.strictEqual(body.request_id, response.headers["x-request-id"])
    })
  )

  it.effect("an unknown query parameter is 422 with its path", () =>
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(
        post(JSON.stringify({ name: "a" }), "application/json", "/api/sample?m=1"),
        problem
      )
      assert.deepStrictEqual([body.status, body.errors!.map((error) => error.path)], [422, [["query", "m"]]])
    })
  )

  it.effect("malformed JSON is a 400 problem", () =>
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(post('{"name":'), problem)
      assert.deepStrictEqual([body.status, body.code], [400, "malformed_json"])
    })
  )

  it.effect("a list of 300,000 elements is refused before one of them is decoded", () =>
    Effect.gen(function* () {
      decoded = 0
      for (const type of ["application/json", "application/json; charset=utf-8"]) {
        const body = yield* Effect.flatMap(post(`{"names":[${'"",'.repeat(299_999)}""]}`, type, "/api/list"), problem)
        assert.deepStrictEqual(
          [body.status, body.errors],
          [422, [{ path: ["payload"], message: "Expected at most 5100 elements in a list" }]]
        )
      }
      assert.strictEqual(decoded, 0)
    })
  )

  it.effect("a few elements too many are refused at the list", () =>
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(
        post(JSON.stringify({ names: Array.from({ length: 5_001 }, () => "") }), "application/json", "/api/list"),
        problem
      )
      assert.deepStrictEqual([body.status, body.errors?.map(({ path }) => path)], [422, [["payload", "names"]]])
    })
  )

  it.effect("a large body is refused for its first fault, a small one for all", () =>
    Effect.gen(function* () {
      const faults = (count: number) =>
        Effect.map(
          Effect.flatMap(
            post(JSON.stringify({ names: Array.from({ length: count }, () => 1) }), "application/json", "/api/list"),
            problem
          ),
          ({ errors }) => errors?.length
        )
      assert.deepStrictEqual([yield* faults(20), yield* faults(4_000)], [20, 1])
    })
  )

  it.effect("110,000 unknown fields are refused before they are decoded", () =>
    Effect.gen(function* () {
      const fields = Array.from({ length: 110_000 }, (_, index) => `"${index}":1`).join()
      const body = yield* Effect.flatMap(post(`{"name":"a",${fields.slice(0, 1_000_000)}}`), problem)
      assert.deepStrictEqual(
        [body.status, body.errors],
        [422, [{ path: ["payload"], message: "Expected at most 102 fields in an object" }]]
      )
    })
  )

  it.effect("a body of brackets is refused, whatever its content type says", () =>
    Effect.gen(function* () {
      const send = (headers: Record<string, string>) =>
        Effect.flatMap(
          HttpClient.execute(
            HttpClientRequest.post("/api/sample").pipe(
              HttpClientRequest.bodyUint8Array(new TextEncoder().encode("[".repeat(100_000)), "application/json"),
              HttpClientRequest.setHeaders(headers)
            )
          ),
          problem
        )
      assert.deepStrictEqual((yield* send({})).errors, [
        { path: ["payload"], message: "Expected lists and objects nested at most 64 deep" }
      ])
      assert.deepStrictEqual((yield* send({ "content-type": "APPLICATION/JSON" })).status, 422)
    })
  )

  it.effect("a wrong content type is a 415 problem", () =>
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(post("name=a", "text/csv"), problem)
      assert.deepStrictEqual([body.status, body.code], [415, "unsupported_media_type"])
    })
  )

  it.effect("a body above the limit is a 413 problem", () =>
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(post(JSON.stringify({ name: "x".repeat(1_100_000) })), problem)
      assert.deepStrictEqual([body.status, body.code], [413, "payload_too_large"])
    })
  )

  it.effect("domain failures keep their status, code and headers", () =>
    Effect.gen(function* () {
      const of = (kind: string) =>
        Effect.flatMap(HttpClient.get(`/api/sample/${kind}`), (response) =>
          Effect.map(problem(response), (body) => ({ response, body }))
        )
      assert.deepStrictEqual((({ status, code }) => [status, code])((yield* of("conflict")).body), [
        409,
        "bucket_not_empty"
      ])
      const limited = yield* of("limited")
      assert.deepStrictEqual([limited.body.status, limited.response.headers["retry-after"]], [429, "42"])
      const storage = yield* of("storage")
      assert.deepStrictEqual(
        [storage.body.status, storage.body.storage],
        [502, { code: "TooManyBuckets", http_status: 400, request_id: "tx1" }]
      )
      assert.strictEqual((yield* of("unavailable")).body.status, 503)
    })
  )

  it.effect("a fault of ours tells nothing but its request id", () =>
    Effect.gen(function* () {
      const response = yield* HttpClient.get("/api/sample/defect")
      const text = yield* response.text
      assert.strictEqual(response.status, 500)
      assert.notInclude(text, "secret")
      assert.include(text, response.headers["x-request-id"]!)
    })
  )

  it.effect("a value that the database cannot hold is no outage of it", () =>
    Effect.gen(function* () {
      const of = (kind: string) => Effect.map(HttpClient.get(`/api/sample/${kind}`), ({ status }) => status)
      assert.deepStrictEqual([yield* of("unkept"), yield* of("away")], [500, 503])
    })
  )

  it.effect("20,000 unknown fields give a short answer", () =>
    Effect.gen(function* () {
      const many = Object.fromEntries(
        Array.from({ length: 20_000 }, (_, index) => [`a_field_of_a_long_name_${index}`, index])
      )
      const response = yield* post(JSON.stringify({ name: "a", ...many }))
      assert.strictEqual(response.status, 422)
      assert.isBelow((yield* response.text).length, 20_000)
      assert.lengthOf((yield* problem(response)).errors ?? [], 1)
    })
  )

  it.effect("an unknown address under /api is a 404 problem, whatever the method", () =>
    Effect.gen(function* () {
      const body = yield* Effect.flatMap(HttpClient.get("/api/manager/accounts"), problem)
      assert.deepStrictEqual([body.status, body.code], [404, "not_found"])
      assert.strictEqual((yield* HttpClient.execute(HttpClientRequest.delete("/api/nowhere"))).status, 404)
    })
  )

  it.effect("every answer carries the security headers", () =>
    Effect.gen(function* () {
      for (const path of ["/healthz", "/api/sample/conflict", "/api/nowhere"]) {
        const { headers } = yield* HttpClient.get(path)
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        assert.strictEqual(headers["referrer-policy"], "same-origin")
        assert.isString(headers["x-request-id"])
      }
      const { headers } = yield* HttpClient.get("/api/nowhere")
      assert.strictEqual(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'")
      assert.strictEqual(headers["cache-control"], "no-store")
    })
  )

  it.effect("the documentation page runs only its own scripts", () =>
    Effect.gen(function* () {
      const { headers, status, text } = yield* HttpClient.get("/api/docs")
      assert.strictEqual(status, 200)
      assert.match(headers["content-security-policy"]!, /script-src ('sha256-[A-Za-z0-9+/=]+' ?)+;/)
      assert.match(yield* text, /<title>Stowage<\/title>[\s\S]*createApiReference/)
    })
  )

  it.effect("a quiet stream opens at once and ends when the process begins to stop", () =>
    Effect.gen(function* () {
      const response = yield* HttpClient.get("/api/events")
      assert.strictEqual(response.headers["cache-control"], "no-store")
      assert.strictEqual(response.headers["x-accel-buffering"], "no")
      const opened = yield* Deferred.make<string>()
      const reader = yield* response.stream.pipe(
        Stream.runForEach((chunk) => Deferred.succeed(opened, new TextDecoder().decode(chunk))),
        Effect.forkScoped
      )
      assert.strictEqual(yield* Deferred.await(opened), ": open\n\n")
      yield* (yield* Shutdown).begin
      const exit = yield* Effect.timeout(Fiber.await(reader), "2 seconds")
      assert.isTrue(exit._tag === "Success" || !Cause.hasInterruptsOnly(exit.cause))
    })
  )

  it.effect("metrics without a token answer loopback peers", () =>
    Effect.gen(function* () {
      yield* HttpClient.get("/api/sample/conflict")
      const text = yield* Effect.flatMap(HttpClient.get("/metrics"), (response) => response.text)
      assert.match(text, /stowage_http_requests_total\{[^}]*status="409"[^}]*\} \d+/)
    })
  )

  it.effect("metrics without a token are refused to clients of a proxy on this machine, trusted or not", () =>
    Effect.gen(function* () {
      const through = (headers: Record<string, string>) =>
        Effect.map(
          HttpClient.execute(HttpClientRequest.get("/metrics").pipe(HttpClientRequest.setHeaders(headers))),
          ({ status }) => status
        )
      for (const headers of [
        { "x-forwarded-for": "203.0.113.9" },
        { "x-forwarded-for": "127.0.0.1" },
        { "x-forwarded-host": "stowage.example.org" },
        { forwarded: "for=203.0.113.9" },
        { "x-real-ip": "203.0.113.9" },
        { via: "1.1 proxy" }
      ])
        assert.strictEqual(yield* through(headers), 401, JSON.stringify(headers))
    })
  )

  it.effect(
    "metrics name routes by their template and never what was typed; the process, its problems and its build are told",
    () =>
      Effect.gen(function* () {
        yield* HttpClient.get("/api/sample/conflict")
        for (const typed of [
          "/api/typed-by-somebody",
          "/typed-by-somebody",
          "/%zz-typed-by-somebody",
          "/api/sample/typed-by-somebody"
        ])
          yield* HttpClient.get(typed)
        const text = yield* Effect.flatMap(HttpClient.get("/metrics"), (response) => response.text)
        assert.notInclude(text, "typed-by-somebody")
        assert.match(text, /stowage_http_requests_total\{[^}]*route="\/api\/sample\/:kind"[^}]*\} \d+/)
        assert.match(text, /stowage_problems_total\{[^}]*code="bucket_not_empty"[^}]*\} \d+/)
        assert.match(text, /^stowage_http_requests_in_flight 1$/m)
        assert.match(text, /^stowage_build_info\{version="\d+\.\d+\.\d+",node="24[^"]*"\} 1$/m)
        for (const name of ["event_loop_delay_seconds", "process_heap_used_bytes", "process_resident_memory_bytes"])
          assert.match(text, new RegExp(`^stowage_${name}(\\{[^}]*\\})? [\\d.e+-]+$`, "m"))
        // as Prometheus requires: a name is described once, with its samples together
        const described = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
        assert.deepStrictEqual(described, [...new Set(described)])
      })
  )
})

layer(NotReady, { excludeTestServices: true })("a process that cannot serve", (it) => {
  it.effect("is alive but not ready, and says why", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* HttpClient.get("/healthz")).status, 200)
      const body = yield* Effect.flatMap(HttpClient.get("/readyz"), problem)
      assert.deepStrictEqual(
        [body.status, body.code, body.detail],
        [503, "unavailable", "The database does not answer"]
      )
    })
  )

  it.effect("METRICS_TOKEN, once set, is needed by everyone", () =>
    Effect.gen(function* () {
      const withToken = (token: string) =>
        HttpClient.execute(HttpClientRequest.get("/metrics").pipe(HttpClientRequest.bearerToken(token)))
      assert.strictEqual((yield* HttpClient.get("/metrics")).status, 401)
      assert.strictEqual((yield* withToken("scrape")).status, 401)
      assert.strictEqual((yield* withToken("scrape-me")).status, 200)
    })
  )
})

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, References, Schema, Stream } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { request as httpRequest, type IncomingHttpHeaders } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Api } from "#api/Api.ts"
import { ProblemDocuments } from "#api/Middleware.ts"
import { AnswersSecret } from "#api/AnswersSecret.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { acceptedEncoding } from "#http/acceptedEncoding.ts"
import { cachedEncoder } from "#http/cachedEncoder.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFrame } from "#http/middleware/RequestFrame.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings } from "../support/testSettings.ts"
import { context, get as ask, origin, withService } from "./listingService.ts"

describe("the encoding of an answer", () => {
  const cases: ReadonlyArray<readonly [header: string | undefined, chosen: "br" | "gzip" | null]> = [
    [undefined, null],
    ["", null],
    ["identity", null],
    ["deflate, zstd", null],
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["GZIP , BR", "br"],
    ["*", "br"],
    ["br;q=0", null],
    ["br;q=0.000, gzip", "gzip"],
    ["gzip;q=0, br;q=0", null],
    ["*;q=0", null],
    ["*;q=0, gzip", "gzip"],
    ["*, br;q=0", "gzip"],
    ["br;q=0.2, gzip;q=0.8", "gzip"],
    ["br ; q=0.5, gzip;q=0.5", "br"],
    ["identity;q=1, br;q=0.5", null],
    ["identity;q=0.5, br", "br"],
    ["identity;q=0, br;q=0", null],
    ["x-br", null],
    ["br2, agzip", null],
    ["br;q=2", null],
    ["br;q=x, gzip", "gzip"],
    ["br;q=-1", null],
    [";;,,=", null],
    ["br;level=9", null]
  ]
  for (const [header, chosen] of cases) {
    it(`for ${JSON.stringify(header)} is ${chosen}`, () =>
      assert.strictEqual(acceptedEncoding(header, ["br", "gzip"]), chosen))
  }

  it("is one that is there", () => {
    assert.strictEqual(acceptedEncoding("br, gzip;q=0.1", ["gzip"]), "gzip")
    assert.isNull(acceptedEncoding("br, gzip", []))
  })
})

const Rows = Schema.Struct({ rows: Schema.Array(Schema.Struct({ n: Schema.Int, name: Schema.String })) })
const rows = (count: number) => ({
  rows: Array.from({ length: count }, (_, n) => ({ n, name: `Zeile ${n} – “ü” 🪣` }))
})
let aPage = rows(2_500)
const answerPage = cachedEncoder(Rows)

const group = HttpApiGroup.make("sample").add(
  HttpApiEndpoint.get("rows", "/api/sample/:count", { params: { count: Schema.FiniteFromString }, success: Rows }),
  HttpApiEndpoint.get("page", "/api/page", { success: Rows }),
  HttpApiEndpoint.get("fail", "/api/fail", { success: Rows, error: Conflict }),
  HttpApiEndpoint.get("signIn", "/api/auth/sample", { success: Rows }),
  HttpApiEndpoint.get("signInFails", "/api/auth/fail", { success: Rows, error: Conflict }),
  HttpApiEndpoint.get("secret", "/api/secret", { success: Rows }).annotate(AnswersSecret, true),
  HttpApiEndpoint.get("secretFails", "/api/secret/fail", { success: Rows, error: Conflict }).annotate(
    AnswersSecret,
    true
  ),
  HttpApiEndpoint.get("nothing", "/api/nothing", { success: HttpApiSchema.NoContent }),
  HttpApiEndpoint.get("events", "/api/events", {
    success: HttpApiSchema.StreamSse({ data: Schema.Struct({ text: Schema.String }) })
  })
)
class SampleApi extends HttpApi.make("sample").add(group).middleware(ProblemDocuments) {}

const refusal = Effect.fail(
  new Conflict({ code: "bucket_not_empty", detail: "The bucket holds objects. ".repeat(100) })
)
const handlers = HttpApiBuilder.group(SampleApi, "sample", (handle) =>
  handle.handleAll({
    rows: ({ params }) => Effect.succeed(rows(params.count)),
    page: () => answerPage(aPage),
    fail: () => refusal,
    signIn: () => Effect.succeed(rows(100)),
    signInFails: () => refusal,
    secret: () => Effect.succeed(rows(100)),
    secretFails: () => refusal,
    nothing: () => Effect.void,
    events: () => Effect.succeed(Stream.make({ text: "x".repeat(5_000) }))
  })
)

const json = JSON.stringify(rows(100))
const inJson = { contentType: "application/json" }
const plain = [
  HttpRouter.add(
    "GET",
    "/api/tagged",
    HttpServerResponse.text(json, { ...inJson, headers: { etag: '"strong"', vary: "Origin" } })
  ),
  HttpRouter.add(
    "GET",
    "/api/weakly-tagged",
    HttpServerResponse.text(json, { ...inJson, headers: { etag: 'W/"weak"' } })
  ),
  HttpRouter.add(
    "GET",
    "/api/unchanged",
    HttpServerResponse.text(json, { ...inJson, status: 304, headers: { etag: '"strong"' } })
  ),
  HttpRouter.add(
    "GET",
    "/api/encoded",
    HttpServerResponse.text(json, { ...inJson, headers: { "content-encoding": "x-mine" } })
  ),
  HttpRouter.add("GET", "/api/part", HttpServerResponse.text(json, { ...inJson, status: 206 })),
  HttpRouter.add(
    "GET",
    "/api/streamed",
    HttpServerResponse.stream(Stream.make(new TextEncoder().encode(json)), inJson)
  ),
  HttpRouter.add("GET", "/api/object", HttpServerResponse.text(json, { contentType: "application/octet-stream" })),
  HttpRouter.add("GET", "/api/refused", HttpServerResponse.text(json, { ...inJson, status: 400 })),
  HttpRouter.add("GET", "/elsewhere", HttpServerResponse.text(json, inJson)),
  HttpRouter.add(
    "GET",
    "/api/charset",
    HttpServerResponse.text(json, { contentType: "application/json; charset=utf-8" })
  ),
  HttpRouter.add(
    "GET",
    "/api/noise",
    HttpServerResponse.uint8Array(crypto.getRandomValues(new Uint8Array(2_000)), inJson)
  )
]

const Server = HttpRouter.serve(
  Layer.mergeAll(
    HttpApiBuilder.layer(SampleApi).pipe(Layer.provide(handlers), Layer.provide(ProblemDocumentsRendered)),
    ...plain,
    RequestFrame
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(
  Layer.provideMerge(Shutdown.layer),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provide(TestSettings()),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
)

interface Raw {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

const raw = (url: string, encoding?: string, method = "GET", more: Record<string, string> = {}) =>
  Effect.promise(
    () =>
      new Promise<Raw>((resolve, reject) => {
        const headers = { ...more, ...(encoding === undefined ? {} : { "accept-encoding": encoding }) }
        httpRequest(url, { method, headers }, (response) => {
          const chunks: Array<Buffer> = []
          response
            .on("data", (chunk: Buffer) => chunks.push(chunk))
            .on("error", reject)
            .on("end", () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) })
            )
        })
          .on("error", reject)
          .end()
      })
  )
const from = (path: string, encoding?: string, method = "GET") =>
  Effect.flatMap(origin, (at) => raw(`${at}${path}`, encoding, method))

const decoded = ({ bytes, headers }: Raw) => {
  switch (headers["content-encoding"]) {
    case "br":
      return brotliDecompressSync(bytes).toString()
    case "gzip":
      return gunzipSync(bytes).toString()
    case undefined:
      return bytes.toString()
    default:
      throw new Error(`encoded as ${headers["content-encoding"]}`)
  }
}

layer(Server, { excludeTestServices: true })("an answer of the API", (it) => {
  for (const path of ["/api/sample/40", "/api/sample/5000", "/api/sample/60000", "/api/page", "/api/charset"]) {
    for (const encoding of ["br", "gzip"] as const) {
      it.effect(`${path} says the same in ${encoding}`, () =>
        Effect.gen(function* () {
          const asIs = yield* from(path)
          assert.deepStrictEqual(
            [asIs.status, asIs.headers["content-encoding"], asIs.headers["vary"]],
            [200, undefined, "Accept-Encoding"]
          )
          for (let round = 0; round < 2; round++) {
            const answer = yield* from(path, encoding)
            assert.deepStrictEqual(
              [answer.status, answer.headers["content-encoding"], answer.headers["vary"]],
              [200, encoding, "Accept-Encoding"]
            )
            assert.strictEqual(answer.headers["content-length"], String(answer.bytes.length))
            assert.strictEqual(answer.headers["content-type"], asIs.headers["content-type"])
            assert.strictEqual(answer.headers["cache-control"], "no-store")
            assert.isBelow(answer.bytes.length, asIs.bytes.length / 2)
            assert.strictEqual(decoded(answer), asIs.bytes.toString())
          }
        })
      )
    }
  }

  it.effect("comes as it is to who asks for nothing, refuses, or likes that better", () =>
    Effect.gen(function* () {
      for (const encoding of [undefined, "identity", "br;q=0, gzip;q=0", "*;q=0", "identity, br;q=0.5", "zstd"]) {
        const answer = yield* from("/api/sample/40", encoding)
        assert.deepStrictEqual(
          [answer.headers["content-encoding"], answer.headers["vary"]],
          [undefined, "Accept-Encoding"],
          encoding
        )
        assert.deepStrictEqual(JSON.parse(answer.bytes.toString()), rows(40))
        assert.strictEqual(answer.headers["content-length"], String(answer.bytes.length))
      }
    })
  )

  it.effect("is left alone where there is little of it, where it is no JSON, no whole, or somebody encoded it", () =>
    Effect.gen(function* () {
      for (const path of [
        "/api/sample/1",
        "/api/nothing",
        "/api/encoded",
        "/api/part",
        "/api/streamed",
        "/api/object",
        "/api/refused",
        "/api/unchanged",
        "/elsewhere",
        "/api/events"
      ]) {
        const [asIs, answer] = [yield* from(path), yield* from(path, "br, gzip")]
        assert.strictEqual(answer.headers["content-encoding"], path === "/api/encoded" ? "x-mine" : undefined, path)
        assert.isUndefined(answer.headers["vary"], path)
        assert.deepStrictEqual([answer.status, answer.bytes.toString()], [asIs.status, asIs.bytes.toString()], path)
      }
      assert.include((yield* from("/api/events", "br")).bytes.toString(), "x".repeat(5_000))
    })
  )

  it.effect("is left alone where nothing would be saved", () =>
    Effect.gen(function* () {
      const answer = yield* from("/api/noise", "br")
      assert.deepStrictEqual(
        [answer.headers["content-encoding"], answer.bytes.length, answer.headers["content-length"]],
        [undefined, 2_000, "2000"]
      )
    })
  )

  it.effect("has no body for HEAD, and its own length", () =>
    Effect.gen(function* () {
      const [head, whole] = [yield* from("/api/sample/40", "br", "HEAD"), yield* from("/api/sample/40")]
      assert.deepStrictEqual([head.status, head.headers["content-encoding"], head.bytes.length], [200, undefined, 0])
      assert.strictEqual(head.headers["content-length"], whole.headers["content-length"])
    })
  )

  it.effect("that is a problem document is one in every encoding", () =>
    Effect.gen(function* () {
      for (const encoding of ["br", "gzip"]) {
        const answer = yield* from("/api/fail", encoding)
        assert.deepStrictEqual(
          [answer.status, answer.headers["content-encoding"], answer.headers["content-type"]],
          [409, encoding, "application/problem+json"]
        )
        const problem = JSON.parse(decoded(answer)) as { readonly code: string; readonly request_id: string }
        assert.deepStrictEqual([problem.code, problem.request_id], ["bucket_not_empty", answer.headers["x-request-id"]])
      }
    })
  )

  it.effect("that may tell a secret is never compressed, nor on the way", () =>
    Effect.gen(function* () {
      for (const path of ["/api/auth/sample", "/api/auth/fail", "/api/secret", "/api/secret/fail"]) {
        const answer = yield* from(path, "br, gzip")
        assert.isAbove(answer.bytes.length, 1_024, path)
        assert.deepStrictEqual(
          [answer.headers["content-encoding"], answer.headers["vary"]],
          [undefined, undefined],
          path
        )
        if (path.startsWith("/api/secret"))
          assert.strictEqual(answer.headers["cache-control"], "no-store, no-transform", path)
      }
    })
  )

  it.effect("keeps a tag, which is weak where the bytes are others, and what it varied by", () =>
    Effect.gen(function* () {
      const [plainly, tagged] = [yield* from("/api/tagged"), yield* from("/api/tagged", "gzip")]
      assert.deepStrictEqual(
        [plainly.headers["etag"], plainly.headers["vary"]],
        ['"strong"', "Origin, Accept-Encoding"]
      )
      assert.deepStrictEqual(
        [tagged.headers["etag"], tagged.headers["vary"], decoded(tagged)],
        ['W/"strong"', "Origin, Accept-Encoding", json]
      )
      assert.strictEqual((yield* from("/api/weakly-tagged", "br")).headers["etag"], 'W/"weak"')
      const unchanged = yield* from("/api/unchanged", "br")
      assert.deepStrictEqual(
        [unchanged.status, unchanged.bytes.length, unchanged.headers["etag"]],
        [304, 0, '"strong"']
      )
    })
  )

  it.effect(
    "is right for forty who ask at once, compressed for those who fit",
    () =>
      Effect.gen(function* () {
        const expected = (yield* from("/api/sample/20000")).bytes.toString()
        const answers = yield* Effect.all(
          Array.from({ length: 40 }, (_, n) => from("/api/sample/20000", n % 2 === 0 ? "br" : "gzip")),
          { concurrency: "unbounded" }
        )
        for (const answer of answers) assert.isTrue(decoded(answer) === expected)
        assert.isAbove(answers.filter(({ headers }) => headers["content-encoding"] !== undefined).length, 0)
        assert.strictEqual((yield* from("/api/sample/20000", "br")).headers["content-encoding"], "br")
      }),
    60_000
  )

  it.effect("that is sent again is compressed once for all, in each encoding", () =>
    Effect.gen(function* () {
      aPage = rows(5_000)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, (_, n) => from("/api/page", n % 2 === 0 ? "br" : "gzip")),
        { concurrency: "unbounded" }
      )
      for (const [n, answer] of answers.entries()) {
        assert.strictEqual(answer.headers["content-encoding"], n % 2 === 0 ? "br" : "gzip")
        assert.isTrue(decoded(answer) === JSON.stringify(aPage))
      }
    })
  )
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("a page of buckets", (it) => {
  it.effect("is the same page in every encoding, and a new one when it changed", () =>
    withService(200, () =>
      Effect.gen(function* () {
        const id = context()
        yield* ask(`/api/manager/buckets?context_id=${id}`)
        const page = `/api/manager/buckets?context_id=${id}&page=1&page_size=100`
        const before = (yield* from(page)).bytes.toString()
        assert.lengthOf((JSON.parse(before) as { readonly items: ReadonlyArray<unknown> }).items, 100)
        for (const encoding of ["br", "gzip", "br", "gzip"]) {
          const answer = yield* from(page, encoding)
          assert.deepStrictEqual([answer.headers["content-encoding"], decoded(answer)], [encoding, before])
        }
        const sql = yield* SqlClient.SqlClient
        yield* sql`update bucket_listings set version = version + 1
          where key in (select key from bucket_listing_rows where name = 'bucket-00003')`
        yield* sql`update bucket_listing_rows set object_count = 987654 where name = 'bucket-00003'`
        yield* sql`update bucket_listings set version = version`
        const after = decoded(yield* from(page, "br"))
        assert.include(after, "987654")
        assert.strictEqual(decoded(yield* from(page, "gzip")), after)
      })
    )
  )
})

const tells = (document: Record<string, any>) => {
  const seen = new Set<unknown>()
  const text = (schema: any): boolean =>
    schema?.type === "string" ||
    (schema?.type === "array" ? text(schema.items) : [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].some(text))
  const look = (schema: any): boolean => {
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return false
    seen.add(schema)
    if (typeof schema.$ref === "string")
      return look(
        schema.$ref
          .split("/")
          .slice(1)
          .reduce((at: any, key: string) => at?.[key], document)
      )
    const named = Object.entries(schema.properties ?? {}).some(
      ([name, of]) =>
        /^(token|csrf_token|secret|.*_secret|.*secret_key|.*password|recovery_codes?)$/.test(name) && text(of)
    )
    return named || Object.values(schema).some(look)
  }
  return (schema: unknown) => {
    seen.clear()
    return look(schema)
  }
}

describe("the contract", () => {
  it("declares every answer that tells a secret", () => {
    const document = OpenApi.fromApi(Api) as Record<string, any>
    const looks = tells(document)
    const telling: Array<string> = []
    const undeclared: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, mergedAnnotations }) => {
        const operation = document["paths"][endpoint.path.replace(/:([a-z_]+)/g, "{$1}")][endpoint.method.toLowerCase()]
        const answers = Object.entries(operation.responses)
          .filter(([status]) => status.startsWith("2"))
          .map(([, answer]) => answer)
        if (!answers.some(looks)) return
        telling.push(`${endpoint.method} ${endpoint.path}`)
        const declared =
          Context.get(mergedAnnotations, AnswersSecret) && Context.get(endpoint.annotations, AnswersSecret)
        if (!endpoint.path.startsWith("/api/auth/") && !declared) undeclared.push(`${endpoint.method} ${endpoint.path}`)
      }
    })
    assert.includeMembers(telling, [
      "POST /api/auth/api-tokens",
      "GET /api/auth/session",
      "POST /api/auth/webauthn/registration/verify",
      "POST /api/me/recovery-codes",
      "PUT /api/me/password",
      "DELETE /api/me/passkeys/:passkey_id",
      "GET /api/admin/storage-endpoints/:id/sandbox-keys"
    ])
    assert.deepStrictEqual(undeclared, [])
  })
})

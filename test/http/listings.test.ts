import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber, Layer, Ref, References, Schema, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { InternalJobsGroup } from "#api/internal/Jobs.ts"
import { BucketFrame, ManagerBucketsGroup } from "#api/manager/Buckets.ts"
import { UsageFrame, UsageStatsGroup } from "#api/manager/UsageStats.ts"
import { AccessControl, ProblemDocuments } from "#api/Middleware.ts"
import { BucketPage } from "#domain/buckets/BucketListing.ts"
import { Caller, CurrentCaller } from "#domain/access/Caller.ts"
import { LiveEvent } from "#domain/live/LiveEvent.ts"
import { ListingHandlers } from "#http/handlers/ListingHandlers.ts"
import { ContextResolved } from "#http/middleware/ContextResolved.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFrame } from "#http/middleware/RequestFrame.ts"
import { Listings } from "#layers/compose/Listings.ts"
import * as AccessRemainsSql from "#layers/sql/sessions/AccessRemainsSql.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as LiveEventsSql from "#layers/sql/live/LiveEventsSql.ts"
import * as NotificationRecordsSql from "#layers/sql/notifications/NotificationRecordsSql.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { Shutdown } from "#services/live/Shutdown.ts"
import { bucket, type FakeGateway, fakePorts, makeFakeGateway } from "../streams/listings/fakeGateway.ts"
import { noS3Sessions } from "../support/noS3Sessions.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings } from "../support/testSettings.ts"

/** The part of the contract that is tried here; its id is the whole contract's, whose handlers serve it. */
class Slice extends HttpApi.make("stowage")
  .add(ManagerBucketsGroup).add(UsageStatsGroup).add(InternalJobsGroup)
  .middleware(AccessControl).middleware(ProblemDocuments)
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {})
{}

const signIn = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, created_at, updated_at) values (${`${crypto.randomUUID()}@example.org`}, 'Ada', now(), now()) returning id`
  const id = crypto.randomUUID()
  yield* sql`
    insert into auth_sessions (id, kind, user_id, auth_version, authenticated_at, created_at, idle_expires_at, absolute_expires_at)
    values (${id}, 'ui', ${user!.id}, 1, now(), now(), now() + interval '12 hours', now() + interval '7 days')`
  return Caller.cases.Session.make({
    session_id: id, user: { id: user!.id, email: "ada@example.org", full_name: "Ada", role: "ui_user" },
    mfa_verified_at: null, authenticated_at: DateTime.makeUnsafe(0)
  })
})

const served = (gateway: FakeGateway, caller: Caller) =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpApiBuilder.layer(Slice).pipe(
        Layer.provide(ListingHandlers),
        Layer.provide(Layer.merge(ContextResolved, ProblemDocumentsRendered)),
        Layer.provide(Layer.succeed(AccessControl, (endpoint) => Effect.provideService(endpoint, CurrentCaller, caller)))
      ),
      RequestFrame
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(
    Layer.provideMerge(Listings),
    Layer.provideMerge(Layer.mergeAll(LiveEventsSql.layer, Shutdown.layer, AuditTrail, NotificationRecordsSql.layer, AccessRemainsSql.layer, noS3Sessions)),
    Layer.provideMerge(fakePorts(gateway)),
    Layer.provide(TestRunner.layer),
    Layer.provide(TestSettings()),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
    Layer.fresh
  )

const get = (path: string) => HttpClient.execute(HttpClientRequest.get(path))
const post = (path: string, body?: unknown) =>
  HttpClient.execute(body === undefined ? HttpClientRequest.post(path) : HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(path), body))

/** Frames of an event stream, decoded by the contract's own schema. */
const frames = <A>(frame: Schema.Codec<A, { readonly id: string; readonly event: string; readonly data: string }>, request: HttpClientRequest.HttpClientRequest) =>
  Stream.unwrap(Effect.map(HttpClient.execute(request), (response) => response.stream)).pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.filter((line) => !line.startsWith(":")),
    Stream.mapAccum(() => ({ id: "", event: "", data: "" }), (held, line) => {
      if (line !== "") {
        const [field, ...rest] = line.split(": ")
        return [{ ...held, [field!]: rest.join(": ") }, []]
      }
      return [{ id: "", event: "", data: "" }, held.event === "" ? [] : [held]]
    }),
    Stream.mapEffect((text) => Schema.decodeEffect(frame)(text)),
    Stream.orDie
  )

const many = (count: number) => Array.from({ length: count }, (_, index) => bucket(`bucket-${String(index).padStart(5, "0")}`, index))
const context = () => String(100 + Math.floor(Math.random() * 1e12))

/** Runs a test on its own service, with the caller's session in the database. */
const withService = <A, E, R>(
  buckets: number,
  test: (gateway: FakeGateway, caller: typeof Caller.cases.Session.Type) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const gateway = yield* makeFakeGateway(many(buckets))
    const caller = yield* signIn
    return yield* test(gateway, caller).pipe(Effect.provide(served(gateway, caller)))
  })

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("the routes of listings", (it) => {
  it.effect("GET buckets without page answers the whole listing, also when it was never read", () => withService(120, () => Effect.gen(function*() {
    const response = yield* get(`/api/manager/buckets?context_id=${context()}`)
    assert.strictEqual(response.status, 200)
    const page = yield* Schema.decodeUnknownEffect(BucketPage)(yield* response.json)
    assert.deepStrictEqual([page.total, page.items.length, page.has_next, page.listing.state], [120, 120, false, "complete"])
  })))

  it.effect("GET buckets pages, sorts and searches; an unknown sort key and an unknown parameter are 422", () => withService(40, () => Effect.gen(function*() {
    const id = context()
    yield* get(`/api/manager/buckets?context_id=${id}`)
    const response = yield* get(`/api/manager/buckets?context_id=${id}&page=2&page_size=10&sort_by=used_bytes&sort_dir=desc&search=bucket`)
    const page = yield* Schema.decodeUnknownEffect(BucketPage)(yield* response.json)
    assert.deepStrictEqual([page.page, page.page_size, page.total, page.has_next, page.items[0]?.used_bytes], [2, 10, 40, true, 29])
    for (const bad of ["sort_by=colour", "colour=red", "page=0", "page_size=201"]) {
      assert.strictEqual((yield* get(`/api/manager/buckets?context_id=${id}&${bad}`)).status, 422, bad)
    }
  })))

  it.effect("the live stream sends the page, then rows as they become known, then the page again and done", () => withService(300, (gateway) => Effect.gen(function*() {
    yield* Ref.set(gateway.lag, Duration.millis(40))
    const received = yield* frames(BucketFrame, HttpClientRequest.get(`/api/manager/buckets/stream?context_id=${context()}&page=1&page_size=50`)).pipe(
      Stream.takeUntil((frame) => frame.event === "done"), Stream.runCollect, Effect.timeout("10 seconds"))
    assert.deepStrictEqual(received.map(({ id }) => Number(id)), received.map((_, index) => index + 1))
    assert.deepStrictEqual([received[0]?.event, received.at(-2)?.event, received.at(-1)?.event], ["result", "result", "done"])
    const rows = received.flatMap((frame) => frame.event === "rows" ? [frame.data.rows] : [])
    assert.isFalse(rows[0]![0]!.has_statistics)
    assert.isTrue(received.some((frame) => frame.event === "progress"))
    const last = received.at(-2)!
    assert.isTrue(last.event === "result" && last.data.items.length === 50 && last.data.total === 300)
  })))

  it.effect("the live stream is not cached or buffered, and ends when the service begins to stop", () => withService(3, () => Effect.gen(function*() {
    const path = `/api/manager/buckets/stream?context_id=${context()}`
    const response = yield* get(path)
    assert.strictEqual(response.headers["cache-control"], "no-store")
    assert.strictEqual(response.headers["x-accel-buffering"], "no")
    assert.match(response.headers["content-type"]!, /^text\/event-stream/)
    const ended = yield* Effect.forkScoped(Stream.runDrain(response.stream))
    yield* Effect.sleep("50 millis")
    yield* (yield* Shutdown).begin
    yield* Effect.timeout(Fiber.await(ended), "2 seconds")
  })))

  it.effect("the live stream ends at once when its session is revoked, and within 5 s when nobody announced it", () => withService(3, (_gateway, caller) => Effect.gen(function*() {
    const open = (id: string) => Effect.forkScoped(Stream.runDrain(frames(BucketFrame, HttpClientRequest.get(`/api/manager/buckets/stream?context_id=${id}`))))
    const announced = yield* open(context())
    yield* Effect.sleep("200 millis")
    yield* (yield* LiveEvents).publish(LiveEvent.cases.SessionRevoked.make({ sessionId: caller.session_id }))
    yield* Effect.timeout(Fiber.await(announced), "1 second")
    const silent = yield* open(context())
    yield* Effect.sleep("200 millis")
    const sql = yield* SqlClient.SqlClient
    yield* sql`update auth_sessions set revoked_at = now(), revoked_reason = 'test' where id = ${caller.session_id}`
    yield* Effect.timeout(Fiber.await(silent), "5 seconds")
  })))

  it.effect("POST usage-stats/stream ends with result and done, and the latest usage is kept", () => withService(250, () => Effect.gen(function*() {
    const id = context()
    const before = yield* (yield* get(`/api/manager/usage-stats/latest?context_id=${id}`)).json
    assert.deepStrictEqual(before, { snapshot: null })
    const received = yield* Stream.runCollect(frames(UsageFrame, HttpClientRequest.post(`/api/manager/usage-stats/stream?context_id=${id}`)))
    assert.deepStrictEqual(received.slice(-2).map(({ event }) => event), ["result", "done"])
    const after = yield* (yield* get(`/api/manager/usage-stats/latest?context_id=${id}`)).json
    assert.nestedPropertyVal(after, "snapshot.statistics.bucket_count", 250)
  })))

  it.effect("a recount of a gateway that fails sends a problem document as its error, then done", () => withService(5, (gateway) => Effect.gen(function*() {
    yield* Ref.set(gateway.down, true)
    const received = yield* Stream.runCollect(frames(UsageFrame, HttpClientRequest.post(`/api/manager/usage-stats/stream?context_id=${context()}`)))
    const [error, done] = received.slice(-2)
    assert.isTrue(error?.event === "error" && error.data.code === "storage_timeout" && error.data.status === 504)
    assert.strictEqual(done?.event, "done")
  })))

  it.effect("a bucket name that S3 forbids is a 422 at payload.name, a missing bucket a 404", () => withService(1, () => Effect.gen(function*() {
    const id = context()
    const response = yield* post(`/api/manager/buckets?context_id=${id}`, { name: "No_Such_Name" })
    assert.strictEqual(response.status, 422)
    assert.nestedPropertyVal(yield* response.json, "errors[0].path[1]", "name")
    assert.strictEqual((yield* get(`/api/manager/buckets/not-there?context_id=${id}`)).status, 404)
  })))

  it.effect("POST internal/notifications/purge answers its report", () => withService(1, () => Effect.gen(function*() {
    const response = yield* post("/api/internal/notifications/purge")
    assert.deepStrictEqual(yield* response.json, { status: "completed", reason: null, purged_count: 0, retention_days: 90 })
  })))
})

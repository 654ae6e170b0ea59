import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { DateTime, Effect, Layer, References, Schema, Stream } from "effect"
import { TestRunner } from "effect/cluster"
import { HttpClient, HttpClientRequest, HttpRouter, HttpServer, HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { ManagerBucketsGroup } from "#api/manager/Buckets.ts"
import { UsageStatsGroup } from "#api/manager/UsageStats.ts"
import { AccessControl, ProblemDocuments } from "#api/Middleware.ts"
import { Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { ListingHandlers } from "#http/handlers/ListingHandlers.ts"
import { ScopeResolved } from "#http/middleware/ScopeResolved.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFrame } from "#http/middleware/RequestFrame.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import { Listings } from "#layers/compose/Listings.ts"
import { SignInRecords } from "#layers/compose/SignInRecords.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import * as NotificationRecordsSql from "#layers/sql/platform/NotificationRecordsSql.ts"
import { defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { BucketMetadata } from "#services/buckets/workbench/BucketMetadata.ts"
import { EndpointDirectories } from "#services/accounts/directory/EndpointDirectories.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { FeatureColumns } from "#services/buckets/features/FeatureColumns.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { ClusterBrowsing } from "#services/accounts/contexts/ClusterBrowsing.ts"
import { Scopes } from "#services/accounts/scope/Scopes.ts"
import { bucket, type FakeGateway, fakePorts, makeFakeGateway } from "../streams/listings/fakeGateway.ts"
import { noS3Sessions } from "../support/noS3Sessions.ts"
import { TestSettings } from "../support/testSettings.ts"

/** A part of the contract; its id is the whole contract's, whose handlers serve it. */
class Slice extends HttpApi.make("stowage")
  .add(ManagerBucketsGroup)
  .add(UsageStatsGroup)
  .middleware(AccessControl)
  .middleware(ProblemDocuments)
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {}) {}

export const signIn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, created_at, updated_at)
      values (${`${crypto.randomUUID()}@example.org`}, 'Ada', now(), now()) returning id`
  const id = crypto.randomUUID()
  yield* sql`
    insert into auth_sessions (id, kind, user_id, auth_version, authenticated_at, created_at, idle_expires_at,
      absolute_expires_at)
    values (${id}, 'ui', ${user!.id}, 1, now(), now(), now() + interval '12 hours', now() + interval '7 days')`
  return Caller.cases.Session.make({
    session_id: id,
    user: { id: user!.id, email: "ada@example.org", full_name: "Ada", role: "ui_user" },
    mfa_verified_at: null,
    authenticated_at: DateTime.makeUnsafe(0)
  })
})

export const served = (
  gateway: FakeGateway,
  caller: Caller,
  others: ReadonlyMap<string, Caller> = new Map(),
  memory: Layer.Layer<never> = Layer.empty
) =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpApiBuilder.layer(Slice).pipe(
        Layer.provide(ListingHandlers),
        Layer.provide(Layer.merge(ScopeResolved, ProblemDocumentsRendered)),
        Layer.provide(Layer.merge(Layer.mock(Scopes, {}), Layer.mock(ClusterBrowsing, {}))),
        Layer.provide(
          Layer.succeed(AccessControl, (endpoint) =>
            Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
              Effect.provideService(endpoint, CurrentCaller, others.get(headers["x-caller"] ?? "") ?? caller)
            )
          )
        )
      ),
      RequestFrame
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(
    Layer.provide(Layer.mock(FeatureColumns, { follow: () => () => {} })),
    Layer.provideMerge(Listings),
    Layer.provide(
      Layer.merge(
        Layer.mergeAll(
          Layer.mock(EndpointRecords, {}),
          Layer.mock(BucketMetadata, {}),
          Layer.mock(EndpointDirectories, {})
        ),
        Layer.mock(ApplicationSettings, { read: Effect.succeed(defaultSettings) as never })
      )
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        LiveEventsSql.layer,
        Shutdown.layer,
        memory,
        AuditTrail,
        NotificationRecordsSql.layer,
        SignInRecords,
        noS3Sessions
      )
    ),
    Layer.provideMerge(fakePorts(gateway)),
    Layer.provide(TestRunner.layer),
    Layer.provide(TestSettings()),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
    Layer.fresh
  )

export const origin = Effect.map(
  HttpServer.HttpServer,
  ({ address }) => `http://127.0.0.1:${"port" in address ? address.port : ""}`
)

export const get = (path: string) => HttpClient.execute(HttpClientRequest.get(path))
export const post = (path: string, body?: unknown) =>
  HttpClient.execute(
    body === undefined
      ? HttpClientRequest.post(path)
      : HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(path), body)
  )

export const frames = <A>(
  frame: Schema.Codec<A, { readonly id: string; readonly event: string; readonly data: string }>,
  request: HttpClientRequest.HttpClientRequest
) =>
  Stream.unwrap(Effect.map(HttpClient.execute(request), (response) => response.stream)).pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.filter((line) => !line.startsWith(":")),
    Stream.mapAccum(
      () => ({ id: "", event: "", data: "" }),
      (held, line) => {
        if (line !== "") {
          const [field, ...rest] = line.split(": ")
          return [{ ...held, [field!]: rest.join(": ") }, []]
        }
        return [{ id: "", event: "", data: "" }, held.event === "" ? [] : [held]]
      }
    ),
    Stream.mapEffect((text) => Schema.decodeEffect(frame)(text)),
    Stream.orDie
  )

export const many = (count: number) =>
  Array.from({ length: count }, (_, index) => bucket(`bucket-${String(index).padStart(5, "0")}`, index))
export const context = () => String(100 + Math.floor(Math.random() * 1e12))

export const associate = Effect.fnUntraced(function* (caller: typeof Caller.cases.Session.Type) {
  const sql = yield* SqlClient.SqlClient
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${name}, ${`http://${name}.test`}, '{"features": {}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('acme', 'RGW1', 'acme-root', ${endpoint!.id}, 'key', 'secret', now()) returning id`
  yield* sql`
    insert into user_associations (user_id, rgw_account_id, manager_role)
      values (${caller.user.id}, ${account!.id}, 'account_administrator')`
  return {
    id: String(account!.id),
    remove: sql`delete from user_associations where rgw_account_id = ${account!.id}`
  }
})

export const withService = <A, E, R>(
  buckets: number,
  test: (gateway: FakeGateway, caller: typeof Caller.cases.Session.Type) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const gateway = yield* makeFakeGateway(many(buckets))
    const caller = yield* signIn
    return yield* test(gateway, caller).pipe(Effect.provide(served(gateway, caller)))
  })

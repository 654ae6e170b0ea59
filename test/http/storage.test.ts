import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, References } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { AccountsGroup } from "#api/admin/Accounts.ts"
import { S3UsersGroup } from "#api/admin/S3Users.ts"
import { StorageEndpointsGroup } from "#api/admin/StorageEndpoints.ts"
import { ExecutionContextsGroup } from "#api/me/ExecutionContexts.ts"
import { OnboardingGroup } from "#api/me/Onboarding.ts"
import { AccessControl, ProblemDocuments } from "#api/Middleware.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { StorageHandlers } from "#http/handlers/StorageHandlers.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFrame } from "#http/middleware/RequestFrame.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { addUser, administrator, FakeStorage, StorageWorld } from "../services/support/storageFixture.ts"
import { TestSettings } from "../support/testSettings.ts"

class Slice extends HttpApi.make("stowage")
  .add(StorageEndpointsGroup)
  .add(AccountsGroup)
  .add(S3UsersGroup)
  .add(ExecutionContextsGroup)
  .add(OnboardingGroup)
  .middleware(AccessControl)
  .middleware(ProblemDocuments)
  .annotate(HttpApi.ParseOptions, { onExcessProperty: "error", errors: "all" })
  .annotate(HttpApi.HeadersParseOptions, {})
  .annotate(HttpApi.SuccessParseOptions, {})
  .annotate(HttpApi.ErrorParseOptions, {}) {}

const served = (fake: FakeStorage) =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpApiBuilder.layer(Slice).pipe(
        Layer.provide(StorageHandlers),
        Layer.provide(ProblemDocumentsRendered),
        Layer.provide(
          Layer.succeed(AccessControl, (endpoint) =>
            endpoint.pipe(
              Effect.provideService(CurrentCaller, administrator),
              Effect.provideService(CurrentStepUp, Effect.void)
            )
          )
        )
      ),
      RequestFrame
    ),
    { disableLogger: true, disableListenLog: true }
  ).pipe(
    Layer.provideMerge(StorageWorld(fake)),
    Layer.provide([Shutdown.layer, TestSettings()]),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "None")),
    Layer.fresh
  )

type Served = Layer.Success<ReturnType<typeof served>>
const serving = <A, E, R>(
  test: (fake: FakeStorage) => Effect.Effect<A, E, R>
): Effect.Effect<A, unknown, Exclude<R, Served>> => {
  const fake = new FakeStorage()
  return Effect.provide(test(fake), served(fake))
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly id: number
    readonly code: string
    readonly errors: ReadonlyArray<{ path: ReadonlyArray<string> }>
    readonly [key: string]: unknown
  }
}

const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) {
  const request = HttpClientRequest.make(method)(`/api${path}`)
  const response = yield* HttpClient.execute(
    body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body)
  )
  const text = yield* response.text
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) } as Answer
})

const refusedAt = Effect.fnUntraced(function* (
  method: "POST" | "PUT",
  path: string,
  bodies: Readonly<Record<string, unknown>>
) {
  for (const [where, body] of Object.entries(bodies)) {
    const { body: problem, status } = yield* ask(method, path, body)
    assert.strictEqual(status, 422, where)
    assert.strictEqual(problem.code, "validation_failed")
    assert.isTrue(
      problem.errors.some((issue) => issue.path.join(".").startsWith(`payload.${where}`)),
      `${where}: ${JSON.stringify(problem.errors)}`
    )
  }
})

const north = {
  name: "North",
  url: "http://north.example.org",
  admin_access_key: "TECHNICAL",
  admin_secret_key: "technical-secret",
  features_config: { features: { admin: { enabled: true } } }
}

describe("the routes of storage endpoints, accounts and users", () => {
  it.effect("refuse removed, unknown and contradictory fields of an endpoint by name", () =>
    serving(() =>
      Effect.gen(function* () {
        const wrong = {
          admin_endpoint: { ...north, admin_endpoint: "http://a.example.org" },
          provider: { ...north, provider: "ceph" },
          "features_config.features.quota": { ...north, features_config: { features: { quota: { enabled: true } } } },
          "features_config.features.healthcheck.url": {
            ...north,
            features_config: { features: { healthcheck: { enabled: true, url: "http://a" } } }
          },
          "features_config.admin": { ...north, features_config: { features: {}, admin: { enabled: true } } },
          url: { ...north, url: "  " },
          latitude: { ...north, latitude: 91 },
          verify_tls: { ...north, verify_tls: null },
          admin_secret_key: { ...north, admin_secret_key: null }
        }
        yield* refusedAt("POST", "/admin/storage-endpoints", wrong)
        const { body: made, status } = yield* ask("POST", "/admin/storage-endpoints", north)
        assert.strictEqual(status, 201)
        assert.notInclude(JSON.stringify(made), "technical-secret")
        yield* refusedAt("PUT", `/admin/storage-endpoints/${made.id}`, {
          admin_endpoint: { admin_endpoint: null },
          url: { url: null },
          name: { name: null }
        })
        assert.strictEqual(
          (yield* ask("PUT", `/admin/storage-endpoints/${made.id}`, {
            latitude: 46.2,
            longitude: null,
            tags: ["a", "b"]
          })).body["latitude"],
          46.2
        )
        assert.strictEqual(
          (yield* ask("POST", "/admin/storage-endpoints", { ...north, name: "Again" })).body.code,
          "already_exists"
        )
        assert.strictEqual((yield* ask("DELETE", `/admin/storage-endpoints/${made.id}`)).status, 200)
        assert.strictEqual((yield* ask("GET", `/admin/storage-endpoints/${made.id}`)).status, 404)
      })
    )
  )

  it.effect(
    "refuse bare ids of users and groups, a null list, and links without a role or with data access alone",
    () =>
      serving((fake) =>
        Effect.gen(function* () {
          const { body: endpoint } = yield* ask("POST", "/admin/storage-endpoints", north)
          const account = { name: "acme", storage_endpoint_id: endpoint.id }
          const user = { name: "Backup", rgw_user_uid: "backup", storage_endpoint_id: endpoint.id }
          const links = {
            user_ids: { user_ids: [1] },
            group_ids: { group_ids: [1] },
            user_links: { user_links: null },
            "user_links.0": { user_links: [{ user_id: 1 }] },
            "user_links.0.allow": { user_links: [{ user_id: 1, manager_role: "account_administrator", allow: true }] },
            "user_links.0.manager_role": { user_links: [{ user_id: 1, manager_role: "admin" }] }
          }
          const dataAlone = {
            user_links: [{ user_id: 1, portal_role: "portal_user", allow_manager_browser_data_access: true }]
          }
          const onto = (base: object) =>
            Object.fromEntries(Object.entries(links).map(([path, more]) => [path, { ...base, ...more }]))
          yield* refusedAt("POST", "/admin/accounts", {
            ...onto(account),
            max_buckets: { ...account, max_buckets: 0 },
            "limits.max_buckets": { ...account, limits: { max_buckets: -1 } },
            "limits.max_users": { ...account, limits: { max_users: 1.5 } },
            "limits.quota": { ...account, limits: { quota: 1 } },
            limits: { ...account, limits: null }
          })
          yield* refusedAt("POST", "/admin/s3-users", onto(user))
          assert.strictEqual((yield* ask("POST", "/admin/accounts", { ...account, ...dataAlone })).status, 422)
          assert.deepStrictEqual(fake.targets, [], "the gateway is not asked")
          const { body: made, status } = yield* ask("POST", "/admin/accounts", account)
          assert.strictEqual(status, 201)
          yield* refusedAt("PUT", `/admin/accounts/${made.id}`, {
            ...onto({}),
            storage_endpoint_id: { storage_endpoint_id: null },
            max_buckets: { max_buckets: 1 }
          })
          const { body: backup } = yield* ask("POST", "/admin/s3-users", user)
          yield* refusedAt("PUT", `/admin/s3-users/${backup.id}`, {
            storage_endpoint_id: { storage_endpoint_id: endpoint.id },
            user_details: { user_details: [] }
          })
          yield* refusedAt("POST", "/admin/accounts/import", {
            rgw_account_id: { storage_endpoint_id: endpoint.id, rgw_account_id: "" }
          })
          yield* refusedAt("POST", "/admin/s3-users/import", {
            rgw_user_uid: { storage_endpoint_id: endpoint.id, rgw_user_uid: " " }
          })
        })
      )
  )

  it.effect("answer exactly the canonical fields of an account, and the page of its listing", () =>
    serving(() =>
      Effect.gen(function* () {
        const { body: endpoint } = yield* ask("POST", "/admin/storage-endpoints", north)
        const user = yield* addUser()
        const link = { user_id: user.id, manager_role: "account_administrator" }
        const { body: made } = yield* ask("POST", "/admin/accounts", {
          name: "acme",
          storage_endpoint_id: endpoint.id,
          user_links: [link]
        })
        assert.deepStrictEqual(Object.keys(made).sort(), [
          "created_at",
          "drift",
          "group_links",
          "id",
          "name",
          "rgw_account_id",
          "rgw_user_uid",
          "storage_endpoint_capabilities",
          "storage_endpoint_id",
          "storage_endpoint_is_default",
          "storage_endpoint_name",
          "storage_endpoint_url",
          "user_links",
          "version"
        ])
        const { body: page } = yield* ask(
          "GET",
          `/admin/accounts?page=1&page_size=10&search=ACM&sort_by=created_at&sort_dir=desc&storage_endpoint_id=${endpoint.id}`
        )
        assert.deepStrictEqual(page, {
          items: [made],
          total: 1,
          total_all: 1,
          page: 1,
          page_size: 10,
          has_next: false
        } as never)
        assert.strictEqual((yield* ask("GET", "/admin/accounts?sort_by=secret")).status, 422)
        assert.strictEqual((yield* ask("GET", "/admin/accounts?page_size=201")).status, 422)
        assert.strictEqual((yield* ask("GET", "/admin/accounts/minimal")).status, 200)
        assert.deepStrictEqual((yield* ask("DELETE", `/admin/accounts/${made.id}`)).body, {
          id: made.id,
          name: made["name"],
          remains: []
        } as never)
        assert.strictEqual((yield* ask("DELETE", "/admin/accounts/999")).body.code, "not_found")
      })
    )
  )

  it.effect("hide what the gateway failed with behind storage_timeout", () =>
    serving((fake) =>
      Effect.gen(function* () {
        const { body: endpoint } = yield* ask("POST", "/admin/storage-endpoints", north)
        fake.failing.add("createAccount")
        const { body, status } = yield* ask("POST", "/admin/accounts", {
          name: "acme",
          storage_endpoint_id: endpoint.id
        })
        assert.deepStrictEqual([status, body.code], [504, "storage_timeout"])
      })
    )
  )

  it.effect("tell the caller's contexts of a workspace, and what is to be set up", () =>
    serving(() =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* ask("GET", "/me/execution-contexts?workspace=manager")).body, [] as never)
        assert.strictEqual((yield* ask("GET", "/me/execution-contexts?workspace=portal")).status, 422)
        assert.strictEqual((yield* ask("GET", "/me/execution-contexts")).status, 422)
        assert.deepStrictEqual((yield* ask("GET", "/onboarding")).body, {
          endpoint_configured: false,
          storage_access_configured: false,
          complete: false,
          own_endpoint_configured: false,
          own_storage_access_configured: false
        } as never)
      })
    )
  )
})

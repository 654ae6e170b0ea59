import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { formatClusterContextId, parseClusterContextId } from "#domain/accounts/contexts/ClusterContextId.ts"
import { Caller } from "#domain/platform/access/Caller.ts"
import { ClusterBrowsing } from "#services/accounts/contexts/ClusterBrowsing.ts"
import { OwnerContexts } from "#services/accounts/contexts/OwnerContexts.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { Audited } from "#services/platform/audit/Audited.ts"

const user = { id: 1, email: "ada@example.org", full_name: "Ada", role: "ui_user" as const }
const session = { session_id: "s", user }
const refused: ReadonlyArray<Caller> = [
  Caller.cases.Anonymous.make({}),
  Caller.cases.PreAuth.make(session),
  Caller.cases.S3Session.make({ session_id: "s", access_key: "k", endpoint_name: "e" }),
  Caller.cases.Share.make({ share_id: "1", maker_id: 1, context_id: "cluster-1" }),
  Caller.cases.Internal.make({}),
  Caller.cases.Operator.make({}),
  Caller.cases.Token.make({ token_id: "t", user, scopes: ["browser.read", "browser.write"] })
]
const ref = { endpointId: 1, tenant: "" }

/** Without methods: any call of the gateway or the audit trail is a defect. */
const browsing = (isOperator: boolean) =>
  ClusterBrowsing.layer.pipe(
    Layer.provide([
      Layer.mock(OwnerContexts, {}),
      Layer.mock(Audited, {} as never),
      Layer.mock(UserRights, { hasPrivilege: () => Effect.succeed(isOperator) })
    ])
  )

const tagOf = (caller: Caller) =>
  Effect.flatMap(ClusterBrowsing, (one) => one.open(caller, ref, "photos", "browserObjects/list")).pipe(
    Effect.as("opened"),
    Effect.catch(({ _tag }) => Effect.succeed(_tag))
  )

it.effect("only sessions and tokens with the scope of Cluster Admin open a bucket, before anything is asked", () =>
  Effect.gen(function* () {
    for (const caller of refused) assert.strictEqual(yield* tagOf(caller), "NotFound", caller._tag)
  }).pipe(Effect.provide(browsing(true)))
)

it.effect("a session without the privilege opens no bucket, before anything is asked", () =>
  Effect.gen(function* () {
    const caller = Caller.cases.Session.make({
      ...session,
      mfa_verified_at: null,
      authenticated_at: yield* DateTime.now
    })
    assert.strictEqual(yield* tagOf(caller), "NotFound")
  }).pipe(Effect.provide(browsing(false)))
)

it("context ids name an endpoint and a tenant, and nothing else", () => {
  for (const one of [ref, { endpointId: 12, tenant: "research" }])
    assert.deepStrictEqual(parseClusterContextId(formatClusterContextId(one)), one)
  for (const text of [
    "cluster-",
    "cluster-0",
    "cluster--1",
    "cluster-1:",
    "cluster-1:a/b",
    "cluster-1 ",
    "12",
    "conn-1"
  ])
    assert.isNull(parseClusterContextId(text), text)
})

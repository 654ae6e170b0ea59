import { assert } from "@effect/vitest"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { Gateways } from "#layers/compose/Gateways.ts"
import type { SandboxGateway } from "#sandbox/Sandbox.ts"
import type { AccountLimits } from "#domain/accounts/GatewaySettings.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { type GatewayKey, Rgw } from "#services/gateways/endpoints/Rgw.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { account, freshSandbox } from "../../layers/sandbox/support.ts"
import { realGateway } from "../../support/RealGateway.ts"
import type { Lack } from "../../support/Requirement.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { targetOf } from "./s3Gateway.ts"
import { heldKey } from "../../support/heldKey.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"

export const GatewayAdapters = Layer.merge(Gateways.pipe(Layer.provide(TestSettings())), anyIntent)

export interface Pair {
  readonly accessKey: string
  readonly secretKey: string
}

let endpoints = 0

export const adminTarget = (url: string, { accessKey, secretKey }: Pair): AdminTarget => ({
  endpointId: ++endpoints,
  url,
  region: "default",
  verifyTls: true,
  credential: heldKey(accessKey, secretKey)
})

export const probeTarget = (target: AdminTarget) =>
  Effect.map(target.credential.open, ({ accessKey, secretKey }) => ({
    url: target.url,
    adminUrl: target.url,
    region: target.region,
    verifyTls: target.verifyTls,
    key: { access_key: accessKey, secret_key: secretKey }
  }))

export const as = (target: AdminTarget, key: Pair): AdminTarget => adminTarget(target.url, key)

export const s3With = (target: AdminTarget, key: GatewayKey): S3Target =>
  targetOf(target.url, { accessKey: key.access_key, secretKey: Redacted.value(key.secret_key) })

export interface AdminScene {
  readonly target: AdminTarget
  readonly account: { readonly id: string; readonly rootUid: string; readonly key: Pair }
}

export interface AdminGateway {
  readonly name: string
  readonly lack: Lack
  readonly scene: Effect.Effect<AdminScene, never, Scope.Scope>
}

export const sceneOf = (gateway: SandboxGateway): AdminScene => ({
  target: adminTarget(gateway.url, gateway.admin),
  account: { id: account(gateway).id, rootUid: account(gateway).rootUid, key: account(gateway) }
})

export const adminGateways = async (): Promise<ReadonlyArray<AdminGateway>> => {
  const { gateway, lack } = await realGateway("a")
  return [
    { name: "sandbox", lack: undefined, scene: Effect.map(Effect.orDie(freshSandbox()), sceneOf) },
    {
      name: "real RGW",
      lack,
      scene: Effect.sync(() => {
        assert.isDefined(gateway)
        const [{ id, root }] = gateway.accounts
        return { target: adminTarget(gateway.url, gateway.admin), account: { id, rootUid: root.uid, key: root } }
      })
    }
  ]
}

export const adminOps = Effect.map(Effect.all([Rgw, GatewayAccounts, GatewayUsers]), ([cluster, accounts, users]) => ({
  ...cluster,
  ...accounts,
  ...users
}))
export type AdminOps = Effect.Success<typeof adminOps>

export const unique = (what: string) => `${what}-${randomBytes(6).toString("hex")}`

export const freshAccount = Effect.fnUntraced(function* (
  target: AdminTarget,
  more: { readonly email?: string; readonly limits?: Partial<AccountLimits> } = {}
) {
  const rgw = yield* adminOps
  return yield* Effect.acquireRelease(
    rgw.createAccount(target, {
      id: newAccountId(),
      name: unique("account"),
      email: more.email ?? null,
      limits: more.limits ?? {}
    }),
    ({ id }) => Effect.orDie(rgw.removeAccount(target, id))
  )
})

export const freshUser = Effect.fnUntraced(function* (
  target: AdminTarget,
  more: { readonly rootOf?: string; readonly email?: string; readonly tenant?: string } = {}
) {
  const rgw = yield* adminOps
  const uid = more.tenant === undefined || more.tenant === "" ? unique("user") : `${more.tenant}$${unique("user")}`
  return yield* Effect.acquireRelease(
    rgw.createUser(target, {
      uid,
      displayName: uid,
      email: more.email ?? null,
      accountRootOf: more.rootOf ?? null,
      accessKey: newAccessKey()
    }),
    () => Effect.orDie(rgw.removeUser(target, uid))
  )
})

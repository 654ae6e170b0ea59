import { assert } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { S3 } from "#layers/compose/S3.ts"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { account, freshSandbox } from "../../layers/sandbox/support.ts"
import { realGateway } from "../../support/RealGateway.ts"
import type { Lack } from "../../support/Requirement.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { heldKey } from "../../support/heldKey.ts"
import { anyIntent } from "../../support/anyIntent.ts"

export const S3Adapters = S3.pipe(
  Layer.provideMerge(EndpointGuard.layer),
  Layer.provide(TestSettings()),
  Layer.merge(anyIntent)
)

export const targetOf = (
  url: string,
  { accessKey, secretKey }: { readonly accessKey: string; readonly secretKey: string }
): S3Target => ({
  userSupplied: false,
  endpointId: null,
  url,
  region: "default",
  verifyTls: true,
  pathStyle: true,
  credential: heldKey(accessKey, secretKey)
})

export interface ContractGateway {
  readonly name: string
  readonly lack: Lack
  readonly owners: Effect.Effect<{ readonly owner: S3Target; readonly other: S3Target }, never, Scope.Scope>
}

const sandbox: ContractGateway = {
  name: "sandbox",
  lack: undefined,
  owners: Effect.map(Effect.orDie(freshSandbox()), (gateway) => ({
    owner: targetOf(gateway.url, account(gateway)),
    other: targetOf(gateway.url, account(gateway, 1))
  }))
}

export const contractGateways = async (): Promise<ReadonlyArray<ContractGateway>> => {
  const { gateway, lack } = await realGateway("a")
  return [
    sandbox,
    {
      name: "real RGW",
      lack,
      owners: Effect.sync(() => {
        assert.isDefined(gateway)
        return {
          owner: targetOf(gateway.url, gateway.accounts[0].root),
          other: targetOf(gateway.url, gateway.accounts[1].root)
        }
      })
    }
  ]
}

export const freshName = () => `contract-${randomBytes(6).toString("hex")}`

export const freshBucket = Effect.fnUntraced(function* (target: S3Target, name: string = freshName()) {
  const buckets = yield* BucketGateway
  const store = yield* ObjectStore
  const empty = Effect.gen(function* () {
    for (;;) {
      const page = yield* store.list(target, name, {
        prefix: "",
        delimiter: "",
        continuationToken: null,
        maxKeys: 1000
      })
      if (page.objects.length === 0) break
      yield* store.removeMany(
        target,
        name,
        page.objects.map(({ key }) => key)
      )
    }
    yield* buckets.remove(target, name)
  })
  yield* Effect.acquireRelease(
    buckets.create(target, name, { objectLock: false }),
    // a test may have removed it itself
    () => Effect.orDie(Effect.catchTag(empty, "NotFound", () => Effect.void))
  )
  return name
})

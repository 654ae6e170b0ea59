import { assert, layer } from "@effect/vitest"
import { CreateBucketCommand, HeadBucketCommand } from "@aws-sdk/client-s3"
import { Effect, Exit, Layer } from "effect"
import { S3Calls } from "#layers/s3/S3Calls.ts"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { account, freshSandbox } from "../sandbox/support.ts"
import { S3Adapters, targetOf } from "../../gateway/contract/s3Gateway.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { TestSettings } from "../../support/testSettings.ts"

const Calls = S3Calls.layer.pipe(Layer.provide([EndpointGuard.layer, Outbound.layer]), Layer.provide(TestSettings()))

layer(Layer.merge(S3Adapters, Calls), { excludeTestServices: true })("leave to change a gateway", (it) => {
  it.effect("is in the type of every change, and asked again of every command", () =>
    Effect.gen(function* () {
      const gateway = yield* freshSandbox()
      const [target, calls, buckets] = [targetOf(gateway.url, account(gateway)), yield* S3Calls, yield* BucketGateway]
      // @ts-expect-error a change outside of an intent does not compile
      // @effect-diagnostics-next-line missingEffectContext:off
      const astray: Effect.Effect<void, unknown> = buckets.create(target, "astray", { objectLock: false })
      assert.isDefined(astray)
      const command = new CreateBucketCommand({ Bucket: "astray" })
      assert.isTrue(
        Exit.isFailure(yield* Effect.exit(calls.send(target, command, { about: "astray", idempotent: false }))),
        "not as a read"
      )
      assert.isTrue(
        Exit.isFailure(
          yield* Effect.exit(
            calls.change(target, new HeadBucketCommand({ Bucket: "astray" }), { about: "astray", idempotent: true })
          )
        )
      )
      assert.isEmpty(gateway.faults.calls(), "the gateway was not asked")
      yield* Effect.provide(calls.change(target, command, { about: "astray", idempotent: false }), anyIntent)
      assert.lengthOf(gateway.faults.calls({ op: "CreateBucket" }), 1)
    })
  )
})

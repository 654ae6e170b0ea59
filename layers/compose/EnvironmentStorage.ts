import { Effect, Layer } from "effect"
import { EnvironmentEndpoints } from "#services/gateways/endpoints/EnvironmentEndpoints.ts"

export const EnvironmentStorage = Layer.effectDiscard(
  Effect.gen(function* () {
    const environment = yield* EnvironmentEndpoints
    yield* environment.apply
    yield* environment.detectFeatures
  })
).pipe(Layer.provide(EnvironmentEndpoints.layer))

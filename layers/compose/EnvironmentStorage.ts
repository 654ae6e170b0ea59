import { Effect, Layer } from "effect"
import { EnvironmentEndpoints } from "#services/gateways/endpoints/EnvironmentEndpoints.ts"

/** The storage endpoints of ENV_STORAGE_ENDPOINTS, set before anything is served. Open: Settings and `Storage`. */
export const EnvironmentStorage = Layer.effectDiscard(Effect.gen(function*() {
  const environment = yield* EnvironmentEndpoints
  yield* environment.apply
  yield* environment.detectFeatures
})).pipe(Layer.provide(EnvironmentEndpoints.layer))

import { Context, Effect, Layer } from "effect"
import type { Unavailable } from "#domain/errors/Errors.ts"

/** The memory of this process, for work whose size its callers decide. */
export class Memory extends Context.Service<Memory, {
  /** Passes while there is room for another large reading; else says which limit is reached, and when to come back. */
  readonly admit: Effect.Effect<void, Unavailable>
}>()("stowage/services/health/Memory") {
  /** For tests of something else. */
  static readonly layerUnlimited = Layer.succeed(Memory, Memory.of({ admit: Effect.void }))
}

import { Context, Effect, Latch, Layer } from "effect"

/** Opens when this process begins to stop: open streams end, so that the server can drain. */
export class Shutdown extends Context.Service<Shutdown, {
  /** Completes when the process begins to stop. */
  readonly begun: Effect.Effect<void>
  readonly begin: Effect.Effect<void>
}>()("stowage/services/live/Shutdown") {
  static readonly layer = Layer.effect(Shutdown, Effect.gen(function*() {
    const latch = yield* Latch.make()
    return Shutdown.of({ begun: latch.await, begin: Effect.asVoid(latch.open) })
  }))
}

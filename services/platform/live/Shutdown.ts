import { Context, Effect, Latch, Layer } from "effect"

/** What this process does from being told to stop to its end. */
export class Shutdown extends Context.Service<Shutdown, {
  /** True once this process was told to stop: it serves as before, but says that it is not ready, so that nothing more is sent. */
  readonly isAnnounced: () => boolean
  readonly announce: Effect.Effect<void>
  /** Completes when open streams are to end, so that the server can drain. */
  readonly begun: Effect.Effect<void>
  readonly begin: Effect.Effect<void>
}>()("stowage/services/platform/live/Shutdown") {
  static readonly layer = Layer.effect(Shutdown, Effect.gen(function*() {
    const latch = yield* Latch.make()
    let announced = false
    return Shutdown.of({
      isAnnounced: () => announced,
      announce: Effect.sync(() => { announced = true }),
      begun: latch.await,
      begin: Effect.asVoid(latch.open)
    })
  }))
}

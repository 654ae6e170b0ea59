import { Context, Effect, Latch, Layer } from "effect"

export class Shutdown extends Context.Service<
  Shutdown,
  {
    /** True after the stop signal: the process still serves, but reports that it is not ready. */
    readonly isAnnounced: () => boolean
    readonly announce: Effect.Effect<void>
    readonly started: Effect.Effect<void>
    readonly begin: Effect.Effect<void>
  }
>()("stowage/services/platform/live/Shutdown") {
  static readonly layer = Layer.effect(
    Shutdown,
    Effect.gen(function* () {
      const latch = yield* Latch.make()
      let announced = false
      return Shutdown.of({
        isAnnounced: () => announced,
        announce: Effect.sync(() => {
          announced = true
        }),
        started: latch.await,
        begin: Effect.asVoid(latch.open)
      })
    })
  )
}

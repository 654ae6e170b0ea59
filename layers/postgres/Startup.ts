import { Context, Effect, Layer } from "effect"

export class Startup extends Context.Service<
  Startup,
  {
    readonly isUnderWay: () => boolean
    readonly begin: Effect.Effect<void>
    readonly end: Effect.Effect<void>
  }
>()("stowage/layers/postgres/Startup") {
  static readonly layer = Layer.sync(Startup, () => {
    let underWay = false
    const set = (value: boolean) =>
      Effect.sync(() => {
        underWay = value
      })
    return Startup.of({ isUnderWay: () => underWay, begin: set(true), end: set(false) })
  })
}

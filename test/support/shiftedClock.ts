import { Effect, type Scope } from "effect"

/** Shifts this process's clock by minutes within the scope; timers are unaffected. */
export const shiftedClock = (minutes: number): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const right = globalThis.Date
      const now = () => right.now() + minutes * 60_000
      globalThis.Date = class extends right {
        constructor(...given: ReadonlyArray<unknown>) {
          super(...((given.length === 0 ? [now()] : given) as [number]))
        }
        static override now = now
      } as DateConstructor
      return right
    }),
    (right) =>
      Effect.sync(() => {
        globalThis.Date = right
      })
  ).pipe(Effect.asVoid)

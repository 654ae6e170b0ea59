import { Context, Duration, Effect, Layer, Stream } from "effect"
import type { DriftEvent } from "#domain/accounts/Drift.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { DriftRecords } from "./DriftRecords.ts"

/** For announcements that got lost. */
const net = Duration.seconds(60)
/** A check writes many findings: they are told together. */
const pause = Duration.millis(500)

/** What differs from gateways, as it changes. */
export class DriftWatch extends Context.Service<DriftWatch, {
  /** At once, and whenever it is something else. */
  readonly follow: Stream.Stream<DriftEvent>
}>()("stowage/services/drift/DriftWatch") {
  static readonly layer = Layer.effect(DriftWatch, Effect.gen(function*() {
    const records = yield* DriftRecords
    const live = yield* LiveEvents
    const news = Stream.filter(live.changes, ({ _tag }) => _tag === "DriftChanged" || _tag === "Resync")
    return DriftWatch.of({
      follow: Stream.suspend(() => {
        let told = false
        return Stream.merge(Stream.tick(net), news).pipe(
          Stream.buffer({ capacity: 1, strategy: "sliding" }),
          Stream.mapEffect(() => Effect.gen(function*() {
            if (told) yield* Effect.sleep(pause)
            told = true
            const drift: DriftEvent = { event: "drift", data: yield* records.summary }
            return drift
          }))
        )
      })
    })
  }))
}

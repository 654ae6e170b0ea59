import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Deferred, Effect, Layer, PubSub, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { type ListenMessage, listen } from "../../postgres/Listen.ts"

const channel = "stowage_live"
const wire = Schema.fromJsonString(LiveEvent)
const encode = Schema.encodeEffect(wire)
const decode = Schema.decodeUnknownEffect(wire)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const board = yield* PubSub.sliding<LiveEvent>(4_096)
  const listening = yield* Deferred.make<void>()

  const onMessage = (message: ListenMessage) =>
    message._tag === "Reconnected"
      ? PubSub.publish(board, LiveEvent.cases.Resync.make({}))
      : decode(message.payload).pipe(
          Effect.flatMap((event) => PubSub.publish(board, event)),
          // a newer release may announce unknown events
          Effect.catchTag("SchemaError", (error) =>
            Effect.logDebug("an unknown announcement was ignored", error.message)
          )
        )

  yield* listen(channel, Effect.asVoid(Deferred.succeed(listening, undefined))).pipe(
    Stream.runForEach(onMessage),
    Effect.forkScoped
  )
  yield* Deferred.await(listening)

  const publish = Effect.fn("LiveEvents.publish")(function* (...events: ReadonlyArray<LiveEvent>) {
    const payloads = yield* Effect.forEach(events, (event) => encode(event))
    yield* payloads.length === 1
      ? sql`select pg_notify(${channel}, ${payloads[0] ?? ""})`
      : sql`
        select pg_notify(${channel}, value) from jsonb_array_elements_text(${JSON.stringify(payloads)}::text::jsonb)`
  }, Effect.orDie)

  return LiveEvents.of({ changes: Stream.fromPubSub(board), publish })
})

export const layer = Layer.effect(LiveEvents, make)

import { Duration, Effect, Metric, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { EventReader, OpenFeed } from "../EventFeed.ts"

const encoder = new TextEncoder()
const opening = encoder.encode(": open\n\n")
const beat = encoder.encode(": keep-alive\n\n")

/** Proxies cut connections that are quiet for longer. */
const heartbeatSeconds = 15
/** What a reader may leave unread before it is dropped, beside the first page that it asked for. Bytes. */
const unreadLimit = 1024 * 1024
/** Heartbeats in a row at which nothing was read of what waits: then somebody has stopped reading. */
const patience = 2

const openStreams = Metric.gauge("stowage_event_streams_open", { description: "Server-sent event streams that are open, by the template of their route" })
const droppedStreams = Metric.counter("stowage_event_streams_dropped_total", {
  description: "Event streams that were cut because their reader did not keep up", incremental: true
})

/** One connection that reads events. Everything that is kept for an idle stream is here. */
class Reader implements EventReader {
  readonly response: ServerResponse
  readonly finish: () => void
  private readonly onDrop: () => void
  /** null: it was handed nothing yet, and what waits is our own first comment, as long as a feed begins at once. */
  private allowance: number | null = null
  private waited = 0
  private stalls = 0

  constructor(response: ServerResponse, finish: () => void, onDrop: () => void) {
    this.response = response
    this.finish = finish
    this.onDrop = onDrop
  }

  send(frames: Uint8Array) {
    const { response } = this
    if (response.destroyed || response.writableEnded) return
    const unread = response.writableLength
    // a first page may be larger than the limit: what a reader was handed while it kept up is not held against it
    if (unread === 0 || this.allowance === null) this.allowance = unreadLimit + frames.length
    else if (unread > this.allowance) return this.drop()
    response.write(frames)
  }

  end() {
    this.finish()
  }

  heartbeat() {
    const unread = this.response.writableLength
    if (unread === 0) {
      this.waited = 0
      this.stalls = 0
      this.send(beat)
      return
    }
    this.stalls = this.waited > 0 && unread >= this.waited ? this.stalls + 1 : 0
    this.waited = unread
    if (this.stalls >= patience) this.drop()
  }

  private drop() {
    this.onDrop()
    // cut, not ended: whoever reads again begins after the last id
    this.response.destroy()
  }
}

/** What a stream of any kind is to the process: something to keep warm, and to end. */
interface Kept {
  readonly heartbeat: () => void
  readonly end: () => void
}

/**
 * The event streams of this process: one timer beats for all of them, a fifteenth of them each second, and all end when the
 * process begins to stop.
 */
export const eventReaders = Effect.fnUntraced(function*(begun: Effect.Effect<void>) {
  const slots = Array.from({ length: heartbeatSeconds }, () => new Set<Kept>())
  let turn = 0
  let opened = 0
  let dropped = 0
  let stopping = false
  const onDrop = () => { dropped += 1 }

  /** Open streams by the template of their route. */
  const openByRoute = new Map<string, number>()
  const keep = (kept: Kept, route: string): () => void => {
    const slot = slots[opened++ % heartbeatSeconds]
    slot?.add(kept)
    openByRoute.set(route, (openByRoute.get(route) ?? 0) + 1)
    return () => {
      if (slot?.delete(kept) === true) openByRoute.set(route, (openByRoute.get(route) ?? 0) - 1)
    }
  }

  const beatNext = Effect.gen(function*() {
    yield* Effect.sleep(Duration.seconds(1))
    turn = (turn + 1) % heartbeatSeconds
    for (const kept of slots[turn] ?? []) kept.heartbeat()
    for (const [route, count] of openByRoute) yield* Metric.update(Metric.withAttributes(openStreams, { route }), count)
    yield* Metric.update(droppedStreams, dropped)
    dropped = 0
  })
  yield* Effect.forkScoped(Effect.forever(beatNext))
  yield* Effect.forkScoped(Effect.andThen(begun, Effect.sync(() => {
    stopping = true
    for (const slot of slots) for (const kept of slot) kept.end()
  })))

  /** Opens a feed on a connection whose head is written, until either side ends it. */
  const attach = (response: ServerResponse, open: OpenFeed, route: string): void => {
    let close: (() => void) | null = null
    let forget: (() => void) | null = null
    const release = () => {
      forget?.()
      close?.()
      forget = close = null
    }
    const reader = new Reader(response, () => { release(); response.end() }, onDrop)
    response.write(opening)
    if (stopping) return reader.end()
    response.once("close", release)
    forget = keep(reader, route)
    close = open(reader)
  }

  /** Frames that a stream of its own makes: it keeps its own pace, and is kept warm between them. */
  const warm = <E, R>(response: ServerResponse, frames: Stream.Stream<Uint8Array, E, R>, route: string) =>
    Stream.suspend(() => {
      const forget = keep({ heartbeat: () => { if (response.writableLength === 0) response.write(beat) }, end: () => {} }, route)
      return Stream.concat(Stream.succeed(opening), frames).pipe(Stream.interruptWhen(begun), Stream.ensuring(Effect.sync(forget)))
    })

  return { attach, warm }
})

import { Duration, Effect, Metric, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { EventReader, OpenFeed } from "../EventFeed.ts"

const encoder = new TextEncoder()
const openingFrame = encoder.encode(": open\n\n")
const heartbeatFrame = encoder.encode(": keep-alive\n\n")

/** Proxies close idle connections. */
const HEARTBEAT_SECONDS = 15
/** Bytes beyond the first page that a reader may leave unread before its connection is closed. */
const UNREAD_LIMIT_BYTES = 1024 * 1024
const MAX_STALLED_HEARTBEATS = 2

const openStreams = Metric.gauge("stowage_event_streams_open", {
  description: "Server-sent event streams that are open, by the template of their route"
})
const droppedStreams = Metric.counter("stowage_event_streams_dropped_total", {
  description: "Event streams that were cut because their reader did not keep up",
  incremental: true
})

class Reader implements EventReader {
  readonly response: ServerResponse
  readonly finish: () => void
  private readonly onDrop: () => void
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
    // frames sent while the reader kept up do not count: a first page may exceed the limit
    if (unread === 0 || this.allowance === null) this.allowance = UNREAD_LIMIT_BYTES + frames.length
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
      this.send(heartbeatFrame)
      return
    }
    this.stalls = this.waited > 0 && unread >= this.waited ? this.stalls + 1 : 0
    this.waited = unread
    if (this.stalls >= MAX_STALLED_HEARTBEATS) this.drop()
  }

  private drop() {
    this.onDrop()
    // destroyed, not ended: the client reconnects with its last id
    this.response.destroy()
  }
}

interface OpenStream {
  readonly heartbeat: () => void
  readonly end: () => void
}

export const trackEventStreams = Effect.fnUntraced(function* (shutdownBegun: Effect.Effect<void>) {
  const slots = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<OpenStream>())
  let currentSlot = 0
  let opened = 0
  let dropped = 0
  let stopping = false
  const onDrop = () => {
    dropped += 1
  }

  const openByRoute = new Map<string, number>()
  const keep = (openStream: OpenStream, route: string): (() => void) => {
    const slot = slots[opened++ % HEARTBEAT_SECONDS]
    slot?.add(openStream)
    openByRoute.set(route, (openByRoute.get(route) ?? 0) + 1)
    return () => {
      if (slot?.delete(openStream) === true) openByRoute.set(route, (openByRoute.get(route) ?? 0) - 1)
    }
  }

  const beatNext = Effect.gen(function* () {
    yield* Effect.sleep(Duration.seconds(1))
    currentSlot = (currentSlot + 1) % HEARTBEAT_SECONDS
    for (const openStream of slots[currentSlot] ?? []) openStream.heartbeat()
    for (const [route, count] of openByRoute) yield* Metric.update(Metric.withAttributes(openStreams, { route }), count)
    yield* Metric.update(droppedStreams, dropped)
    dropped = 0
  })
  yield* Effect.forkScoped(Effect.forever(beatNext))
  yield* Effect.forkScoped(
    Effect.andThen(
      shutdownBegun,
      Effect.sync(() => {
        stopping = true
        for (const slot of slots) for (const openStream of slot) openStream.end()
      })
    )
  )

  const attach = (response: ServerResponse, open: OpenFeed, route: string): void => {
    let close: (() => void) | null = null
    let forget: (() => void) | null = null
    const release = () => {
      forget?.()
      close?.()
      forget = close = null
    }
    const reader = new Reader(
      response,
      () => {
        release()
        response.end()
      },
      onDrop
    )
    response.write(openingFrame)
    if (stopping) return reader.end()
    response.once("close", release)
    forget = keep(reader, route)
    close = open(reader)
  }

  const warm = <E, R>(response: ServerResponse, frames: Stream.Stream<Uint8Array, E, R>, route: string) =>
    Stream.suspend(() => {
      const forget = keep(
        {
          heartbeat: () => {
            if (response.writableLength === 0) response.write(heartbeatFrame)
          },
          end: () => {}
        },
        route
      )
      return Stream.concat(Stream.succeed(openingFrame), frames).pipe(
        Stream.interruptWhen(shutdownBegun),
        Stream.ensuring(Effect.sync(forget))
      )
    })

  return { attach, warm }
})

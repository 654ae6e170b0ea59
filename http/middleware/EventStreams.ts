import { Duration, type Effect, Schedule, Stream } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"

const encoder = new TextEncoder()
const opening = encoder.encode(": open\n\n")
const beat = encoder.encode(": keep-alive\n\n")

/** Proxies cut connections that are quiet for longer. */
const heartbeat = Duration.seconds(15)

/**
 * What every server-sent stream needs and no handler should repeat: a first comment at once (Node sends no headers
 * before the first byte, so `onopen` would wait for the first event), a comment every 15 s, no caching or proxy
 * buffering, and an end when the process begins to stop. Handlers emit whole frames, so comments fall between them.
 */
export const frameEventStream = (begun: Effect.Effect<void>) => (response: HttpServerResponse.HttpServerResponse) => {
  const { body } = response
  if (body._tag !== "Stream" || !body.contentType.startsWith("text/event-stream")) return response
  const comments = Stream.concat(
    Stream.succeed(opening),
    Stream.map(Stream.fromSchedule(Schedule.spaced(heartbeat)), () => beat)
  )
  const framed = Stream.merge(body.stream, comments, { haltStrategy: "left" }).pipe(Stream.interruptWhen(begun))
  return response.pipe(
    HttpServerResponse.setBody(HttpBody.stream(framed, body.contentType)),
    HttpServerResponse.setHeaders({ "cache-control": "no-store", "x-accel-buffering": "no" })
  )
}

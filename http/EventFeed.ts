import { HttpServerResponse } from "effect/http"

/** Who reads a stream of events: a connection, and little else. */
export interface EventReader {
  /** Whole frames, at once. A reader that does not keep up is dropped; it comes back with its last id. */
  send(frames: Uint8Array): void
  /** No more will come. */
  end(): void
}

/** Begins to send to a reader, now or later; answers how to stop. */
export type OpenFeed = (reader: EventReader) => () => void

/**
 * The body of an answer whose frames are made once for all who read them. Unlike a `Stream` it runs nothing of its own for a
 * reader; http/middleware/EventStreams.ts opens it on the connection.
 */
export class EventFeed {
  readonly open: OpenFeed
  constructor(open: OpenFeed) {
    this.open = open
  }
}

export const respondFeed = (open: OpenFeed): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(new EventFeed(open), { contentType: "text/event-stream" })

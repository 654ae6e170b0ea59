import { HttpServerResponse } from "effect/http"

export interface EventReader {
  /** Sends whole frames. A reader that does not keep up is disconnected and resumes with its last id. */
  send(frames: Uint8Array): void
  end(): void
}

/** Starts sending to a reader; returns the function that stops it. */
export type OpenFeed = (reader: EventReader) => () => void

/**
 * Response body whose frames are shared by all readers. Unlike a `Stream` it has no fiber per reader;
 * http/middleware/EventStreams.ts attaches it to the connection.
 */
export class EventFeed {
  readonly open: OpenFeed
  constructor(open: OpenFeed) {
    this.open = open
  }
}

export const respondFeed = (open: OpenFeed): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(new EventFeed(open), { contentType: "text/event-stream" })

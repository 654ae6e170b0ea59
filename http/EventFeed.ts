import { HttpServerResponse } from "effect/http"

export interface EventReader {
  /** Sends whole frames. A reader that does not keep up is disconnected and resumes with its last id. */
  send(frames: Uint8Array): void
  end(): void
}

export type OpenFeed = (reader: EventReader) => () => void

/** Body whose frames all readers share. Unlike a `Stream` it has no fiber per reader. */
export class EventFeed {
  readonly open: OpenFeed
  constructor(open: OpenFeed) {
    this.open = open
  }
}

export const respondFeed = (open: OpenFeed): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(new EventFeed(open), { contentType: "text/event-stream" })

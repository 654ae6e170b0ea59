import { Stream } from "effect"

/** Ids give the order only: streams cannot be resumed. */
export const numberedFrames = <Event extends object, E, R>(events: Stream.Stream<Event, E, R>) =>
  Stream.map(events, (event, index) => ({ ...event, id: String(index + 1) }))

import { Stream } from "effect"

/** Numbers the events of one connection from 1. Streams are volatile: a number says what came first, not where to resume. */
export const numberedFrames = <Event extends object, E, R>(events: Stream.Stream<Event, E, R>) =>
  Stream.map(events, (event, index) => ({ ...event, id: String(index + 1) }))

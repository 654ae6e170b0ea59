import { Stream } from "effect"

/** Numbers events of a connection from 1. Ids give the order only: streams cannot be resumed. */
export const numberedFrames = <Event extends object, E, R>(events: Stream.Stream<Event, E, R>) =>
  Stream.map(events, (event, index) => ({ ...event, id: String(index + 1) }))

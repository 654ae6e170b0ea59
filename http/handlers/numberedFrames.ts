import { Stream } from "effect"

/** A frame before it has its number. */
export type Unnumbered<Frame> = Frame extends { readonly id: string } ? Omit<Frame, "id"> : never

/** Numbers the frames of one connection from 1. Streams are volatile: a number says what came first, not where to resume. */
export const numberedFrames = <Frame extends { readonly id: string }, E = never, R = never>(
  frames: Stream.Stream<Unnumbered<Frame>, E, R>
): Stream.Stream<Frame, E, R> =>
  // an Omit of a union's member and its id are that member again, which the compiler cannot see
  Stream.map(frames, (frame, index) => ({ ...frame, id: String(index + 1) }) as unknown as Frame)

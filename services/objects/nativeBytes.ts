import type { Stream } from "effect"

/** Maps byte streams to Node's own, to avoid an effect per chunk. Derived streams have no native one. */
const nativeStreams = new WeakMap<object, unknown>()

/** Read only one of both, once. */
export const withNative = <E>(bytes: Stream.Stream<Uint8Array, E>, native: unknown): Stream.Stream<Uint8Array, E> => {
  nativeStreams.set(bytes, native)
  return bytes
}

export const nativeStreamOf = (bytes: Stream.Stream<Uint8Array, unknown>): unknown => nativeStreams.get(bytes)

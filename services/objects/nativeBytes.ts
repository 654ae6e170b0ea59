import type { Stream } from "effect"

/**
 * What of the platform stands behind a stream of bytes (Node's own, say), so that what hands bytes on need not take each piece
 * into its hands: an effect for each costs more than the bytes do. Whatever is made of such a stream has nothing behind it.
 */
const behind = new WeakMap<object, unknown>()

/** The stream, with what stands behind it. Only one of both may be read, and once. */
export const withNative = <E>(bytes: Stream.Stream<Uint8Array, E>, native: unknown): Stream.Stream<Uint8Array, E> => {
  behind.set(bytes, native)
  return bytes
}

/** What stands behind a stream; undefined where nothing does. */
export const nativeOf = (bytes: Stream.Stream<Uint8Array, unknown>): unknown => behind.get(bytes)

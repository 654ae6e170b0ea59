import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Stream } from "effect"
import { Readable, Transform } from "node:stream"
import { InvalidInput, StorageError } from "#domain/platform/errors/Errors.ts"
import { nativeStreamOf, withNative } from "#services/objects/nativeBytes.ts"
import type { SizedBody } from "#services/objects/ObjectStore.ts"
import { CONNECTION_BROKEN } from "../gateway/failures.ts"
import { expectContinue } from "./expectContinue.ts"

const brokenOff = () => InvalidInput.at("payload", "The body broke off or is not as long as was said")

/** The gateway would read an extra byte as the next request. */
const exactly = ({ bytes, size_bytes }: SizedBody): Stream.Stream<Uint8Array, InvalidInput> =>
  Stream.suspend(() => {
    let bytesLeft = size_bytes
    return bytes.pipe(
      Stream.mapError(brokenOff),
      Stream.mapEffect((chunk) => {
        bytesLeft -= chunk.length
        return bytesLeft < 0 ? Effect.fail(brokenOff()) : Effect.succeed(chunk)
      }),
      Stream.concat(Stream.suspend(() => (bytesLeft > 0 ? Stream.fail(brokenOff()) : Stream.empty)))
    )
  })

const counting = (passed: (bytes: number) => void) =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      passed(chunk.length)
      done(null, chunk)
    }
  })

const withNativeBody = <A, E, R>(
  readable: Readable,
  passed: (bytes: number) => void,
  call: (readable: Readable) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidInput, R> => {
  const broken = Effect.callback<never, InvalidInput>((resume) => {
    const cut = () => {
      if (!readable.readableEnded) resume(Effect.fail(brokenOff()))
    }
    if (readable.destroyed) return cut()
    readable.once("error", cut)
    readable.once("close", cut)
    return Effect.sync(() => {
      readable.off("close", cut)
      // an unhandled error event ends the process
      readable.once("error", () => undefined)
      readable.off("error", cut)
    })
  })
  return Effect.acquireUseRelease(
    Effect.sync(() => expectContinue(readable.pipe(counting(passed)))),
    (counted) => Effect.raceFirst(call(counted), broken),
    (counted) =>
      Effect.sync(() => {
        readable.unpipe(counted)
        counted.destroy()
      })
  )
}

/** Interrupts the call when the body breaks off, so that nothing is stored; the SDK would keep waiting. */
export const withBody = <A, E, R>(
  body: SizedBody,
  passed: (bytes: number) => void,
  call: (readable: Readable) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidInput, R> => {
  const native = nativeStreamOf(body.bytes)
  return native instanceof Readable ? withNativeBody(native, passed, call) : withStream(body, call)
}

const withStream = <A, E, R>(
  body: SizedBody,
  call: (readable: Readable) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | InvalidInput, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const readable = expectContinue(NodeStream.toReadableNever(exactly(body)))
      readable.on("error", () => undefined)
      return readable
    }),
    (readable) => {
      const broken = Effect.callback<never, InvalidInput>((resume) => {
        readable.once("error", () => resume(Effect.fail(brokenOff())))
      })
      return Effect.raceFirst(call(readable), broken)
    },
    (readable) => Effect.sync(() => readable.destroy())
  )

export const countedBytes = (operation: string, body: Readable, passed: (bytes: number) => void) => {
  // counted at the source: a stream between would copy each chunk
  const push = body.push.bind(body)
  body.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) passed(chunk.length)
    return push(chunk, encoding)
  }
  return withNative(
    NodeStream.fromReadable<Uint8Array, StorageError>({
      evaluate: () => body,
      onError: () =>
        new StorageError({
          operation,
          storage_code: CONNECTION_BROKEN,
          storage_status: null,
          storage_request_id: null,
          detail: "The connection to the storage gateway broke"
        })
    }),
    body
  )
}

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { withNative } from "#services/objects/nativeBytes.ts"

/** Node's own stream when the length is announced. Only the other one answers `Expect: 100-continue`. */
export const nativeBody = <E>(
  request: HttpServerRequest.HttpServerRequest,
  bytes: Stream.Stream<Uint8Array, E>
): Stream.Stream<Uint8Array, E> => {
  const { "content-length": length, expect } = request.headers
  return length === undefined || expect !== undefined
    ? bytes
    : withNative(bytes, NodeHttpServerRequest.toIncomingMessage(request))
}

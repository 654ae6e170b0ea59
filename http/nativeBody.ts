import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { withNative } from "#services/objects/nativeBytes.ts"

/**
 * The body of a request with Node's own stream of it behind it, where its length was announced: it is held to that by Node. Who
 * waits for leave to send (`Expect`) gets it from the other stream alone.
 */
export const nativeBody = <E>(request: HttpServerRequest.HttpServerRequest, bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<Uint8Array, E> => {
  const { "content-length": length, expect } = request.headers
  return length === undefined || expect !== undefined ? bytes : withNative(bytes, NodeHttpServerRequest.toIncomingMessage(request))
}

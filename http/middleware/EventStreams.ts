import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ServerResponse } from "node:http"
import { EventFeed } from "../EventFeed.ts"
import { eventReaders } from "./EventReaders.ts"

/**
 * Hands the connection over once the headers are sent: the request ends, and its fiber, scope and context are released.
 */
const handOver = (connection: ServerResponse, open: () => void) => {
  const { end } = connection
  connection.end = () => {
    // restored, not deleted: deleting a property costs three kilobytes per object
    connection.end = end
    open()
    return connection
  }
}

/**
 * Framing of event streams: an immediate first comment (Node sends no headers before the first byte), a comment every
 * 15 s, no caching or proxy buffering, and an end on shutdown. Handlers send whole frames.
 */
export const frameEventStreams = (shutdownBegun: Effect.Effect<void>) =>
  Effect.map(
    eventReaders(shutdownBegun),
    ({ attach, warm }) =>
      (
        request: HttpServerRequest.HttpServerRequest,
        response: HttpServerResponse.HttpServerResponse,
        route: string
      ) => {
        const { body } = response
        const contentType = "contentType" in body ? body.contentType : undefined
        if (contentType?.startsWith("text/event-stream") !== true) return response
        // Main and tests serve HTTP/1.1 by Node
        const connection = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
        const withStreamHeaders = HttpServerResponse.setHeaders(response, {
          "cache-control": "no-store",
          "x-accel-buffering": "no"
        })
        if (body._tag === "Raw" && body.body instanceof EventFeed) {
          const { open } = body.body
          handOver(connection, () => attach(connection, open, route))
          return withStreamHeaders.pipe(
            HttpServerResponse.setBody(HttpBody.empty),
            HttpServerResponse.setHeader("content-type", contentType)
          )
        }
        return body._tag === "Stream"
          ? HttpServerResponse.setBody(
              withStreamHeaders,
              HttpBody.stream(warm(connection, body.stream, route), contentType)
            )
          : response
      }
  )

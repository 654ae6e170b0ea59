import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ServerResponse } from "node:http"
import { EventFeed } from "../EventFeed.ts"
import { trackEventStreams } from "./EventReaders.ts"

const handOver = (connection: ServerResponse, open: () => void) => {
  const { end } = connection
  connection.end = () => {
    // restored, not deleted: deleting a property costs three kilobytes per object
    connection.end = end
    open()
    return connection
  }
}

/** Sends a comment first, because Node sends no headers before the first byte. Handlers send whole frames. */
export const frameEventStreams = (shutdownBegun: Effect.Effect<void>) =>
  Effect.map(
    trackEventStreams(shutdownBegun),
    ({ attach, warm }) =>
      (
        request: HttpServerRequest.HttpServerRequest,
        response: HttpServerResponse.HttpServerResponse,
        route: string
      ) => {
        const { body } = response
        const contentType = "contentType" in body ? body.contentType : undefined
        if (contentType?.startsWith("text/event-stream") !== true) return response
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

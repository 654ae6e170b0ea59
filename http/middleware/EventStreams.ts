import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ServerResponse } from "node:http"
import { EventFeed } from "../EventFeed.ts"
import { eventReaders } from "./EventReaders.ts"

/**
 * The head of the answer is sent like any other's. What would end it then hands the connection over instead: the request is
 * answered, and its fiber, scope and context are not held for as long as somebody reads.
 */
const handOver = (connection: ServerResponse, open: () => void) => {
  const { end } = connection
  connection.end = () => {
    // put back, not deleted: an object that loses a property costs three kilobytes
    connection.end = end
    open()
    return connection
  }
}

/**
 * What every server-sent stream needs and no handler should repeat: a first comment at once (Node sends no headers
 * before the first byte, so `onopen` would wait for the first event), a comment every 15 s, no caching or proxy
 * buffering, and an end when the process begins to stop. Handlers send whole frames, so comments fall between them.
 */
export const frameEventStreams = (begun: Effect.Effect<void>) =>
  Effect.map(eventReaders(begun), ({ attach, warm }) =>
    (request: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse, route: string) => {
      const { body } = response
      const contentType = "contentType" in body ? body.contentType : undefined
      if (contentType?.startsWith("text/event-stream") !== true) return response
      // the server of Main and of tests is Node's over HTTP/1.1
      const connection = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
      const own = HttpServerResponse.setHeaders(response, { "cache-control": "no-store", "x-accel-buffering": "no" })
      if (body._tag === "Raw" && body.body instanceof EventFeed) {
        const { open } = body.body
        handOver(connection, () => attach(connection, open, route))
        return own.pipe(HttpServerResponse.setBody(HttpBody.empty), HttpServerResponse.setHeader("content-type", contentType))
      }
      return body._tag === "Stream" ? HttpServerResponse.setBody(own, HttpBody.stream(warm(connection, body.stream, route), contentType)) : response
    })

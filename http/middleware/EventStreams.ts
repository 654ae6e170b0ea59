import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ServerResponse } from "node:http"
import { EventFeed } from "../EventFeed.ts"
import { eventReaders } from "./EventReaders.ts"

const isEvents = (contentType: string | undefined) => contentType?.startsWith("text/event-stream") === true

/**
 * What every server-sent stream needs and no handler should repeat: a first comment at once (Node sends no headers
 * before the first byte, so `onopen` would wait for the first event), a comment every 15 s, no caching or proxy
 * buffering, and an end when the process begins to stop. Handlers send whole frames, so comments fall between them.
 */
export const frameEventStreams = (begun: Effect.Effect<void>) =>
  Effect.map(eventReaders(begun), ({ attach, warm }) =>
    (request: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse) => {
      const { body } = response
      if (!("contentType" in body) || !isEvents(body.contentType)) return response
      // the server of Main and of tests is Node's over HTTP/1.1
      const connection = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
      const frames = body._tag === "Raw" && body.body instanceof EventFeed
        ? Stream.fromEffectDrain(attach(connection, body.body.open))
        : body._tag === "Stream" ? warm(connection, body.stream) : null
      if (frames === null) return response
      return response.pipe(
        HttpServerResponse.setBody(HttpBody.stream(frames, body.contentType)),
        HttpServerResponse.setHeaders({ "cache-control": "no-store", "x-accel-buffering": "no" })
      )
    })

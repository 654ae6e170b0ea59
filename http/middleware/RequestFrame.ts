import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { ByteSize, Clock, Effect, LogLevel, Metric, Option, References } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Shutdown } from "#services/live/Shutdown.ts"
import { Settings } from "#services/settings/Settings.ts"
import { NotFound } from "#domain/errors/Errors.ts"
import { acceptedEncoding } from "../acceptedEncoding.ts"
import { isCanonicalPath } from "../canonicalPath.ts"
import { refuseNestedBody } from "../nestedBody.ts"
import { compressAnswer, encodings, isCompressible } from "../compressAnswer.ts"
import { problemOf } from "../problems.ts"
import { RequestId } from "../RequestId.ts"
import { respondProblem } from "../respondProblem.ts"
import { frameEventStreams } from "./EventStreams.ts"
import { bodyLimitBytes, renderFailures } from "./ProblemDocuments.ts"

const requests = Metric.counter("http_requests_total", { description: "Answered HTTP requests", incremental: true })
const durations = Metric.histogram("http_request_duration_seconds", {
  description: "Time until the response was ready, in seconds",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
})

/** Nothing under /api is a page: no script, no frame, nothing. Pages bring their own policy. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

const securityHeaders = (https: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  ...(https ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {})
})

type Defaults = ReadonlyArray<readonly [name: string, value: string]>

/** Headers that a response does not set itself. `varies`: it could have come in another encoding. */
const withDefaults = (response: HttpServerResponse.HttpServerResponse, defaults: Defaults, requestId: string, varies: boolean) => {
  const headers: Record<string, string> = { "x-request-id": requestId }
  if (varies) headers["vary"] = response.headers["vary"] === undefined ? "Accept-Encoding" : `${response.headers["vary"]}, Accept-Encoding`
  for (const [name, value] of defaults) if (response.headers[name] === undefined) headers[name] = value
  return HttpServerResponse.setHeaders(response, headers)
}

/** The counter of each kind of answer, made once: there are some methods and some statuses. */
const counterOf = (() => {
  const made = new Map<string, typeof requests>()
  return (method: string, status: number) => {
    const kind = `${method} ${status}`
    const known = made.get(kind)
    if (known !== undefined) return known
    const counter = Metric.withAttributes(requests, { method, status: String(status) })
    made.set(kind, counter)
    return counter
  }
})()

/** The path without its query: queries hold names that do not belong in a log. */
const pathOf = (url: string) => url.split("?", 1)[0] ?? url

/** Whether an answer is for programs, not a page of the console: everything but pages is. */
const forPrograms = (path: string) => path.startsWith("/api/") || systemPaths.has(path)
const systemPaths = new Set(["/healthz", "/readyz", "/metrics"])

const quiet = (path: string) => systemPaths.has(path) || path.startsWith("/build/") || path.startsWith("/assets/")

/** A person at an address bar, who is shown that there is no such page; a fixed one, so that nothing of the address goes on. */
const unreadable = HttpServerResponse.redirect("/unreadable-address", { status: 302 })
const looksForPage = ({ headers, method }: HttpServerRequest.HttpServerRequest, path: string) =>
  method === "GET" && (headers["accept"] ?? "").includes("text/html") && !/^[/\\]*api\b/i.test(path)

const elsewhere = new NotFound({ entity: "Address", id: "as it is spelled" })

/**
 * Around every route: request id, limits of the body, last-resort problem document, compression, security headers, access log, metrics,
 * and the framing of server-sent streams.
 */
export const RequestFrame = HttpRouter.middleware(
  Effect.gen(function*() {
    const settings = yield* Settings
    const shutdown = yield* Shutdown
    const secured = securityHeaders(settings.publicOrigin.startsWith("https:"))
    const ofPages: Defaults = Object.entries(secured)
    const ofPrograms: Defaults = Object.entries({ ...secured, "content-security-policy": apiPolicy, "cache-control": "no-store" })
    const bodyLimit = ByteSize.bytes(bodyLimitBytes)
    const frameStream = yield* frameEventStreams(shutdown.begun)
    return (route) =>
      Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const requestId = crypto.randomUUID()
        const path = pathOf(request.url)
        refuseNestedBody(request)
        const started = yield* Clock.currentTimeMillis
        const span = yield* Effect.option(Effect.currentSpan)
        if (Option.isSome(span)) span.value.attribute("request_id", requestId)
        const traced = Option.exists(span, ({ sampled }) => sampled)
        const canonical = isCanonicalPath(pathOf(NodeHttpServerRequest.toIncomingMessage(request).url ?? ""))
        const answer = canonical ? route : Effect.succeed(looksForPage(request, path) ? unreadable : respondProblem(problemOf(elsewhere, requestId)))
        const answered = yield* renderFailures(answer).pipe(
          Effect.provideService(RequestId, requestId),
          // the spans of an unsampled request would be made, ended and thrown away
          Effect.provideService(References.TracerEnabled, traced),
          Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyLimit),
          Effect.annotateLogs({ request_id: requestId })
        )
        const varies = isCompressible(path, answered)
        const encoding = varies && request.method !== "HEAD" ? acceptedEncoding(request.headers["accept-encoding"], encodings) : null
        const response = encoding === null ? answered : yield* compressAnswer(answered, encoding)
        const seconds = ((yield* Clock.currentTimeMillis) - started) / 1000
        yield* Metric.update(counterOf(request.method, response.status), 1)
        yield* Metric.update(durations, seconds)
        if (!quiet(path) && !LogLevel.isGreaterThan(yield* References.MinimumLogLevel, "Info")) {
          yield* Effect.logInfo("request").pipe(Effect.annotateLogs({
            request_id: requestId, method: request.method, path, status: response.status,
            duration_ms: Math.round(seconds * 1000), client: Option.getOrElse(request.remoteAddress, () => "")
          }))
        }
        const defaults = forPrograms(path) || !canonical ? ofPrograms : ofPages
        return frameStream(request, withDefaults(response, defaults, requestId, varies))
      })
  }),
  { global: true }
)


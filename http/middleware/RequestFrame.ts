import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { ByteSize, Clock, Context, Duration, Effect, LogLevel, Metric, Option, References } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { DatabaseTimeout } from "#services/platform/health/DatabaseTimeout.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { Settings } from "#services/platform/Settings.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { acceptedEncoding } from "../acceptedEncoding.ts"
import { isCanonicalPath } from "../canonicalPath.ts"
import { containsShareToken, linkHeaders, redactLinkToken } from "../redactLinkToken.ts"
import { compressAnswer, encodings, isCompressible } from "../compressAnswer.ts"
import { problemOf } from "../problems.ts"
import { isUnloggedPath, systemPaths } from "../isUnloggedPath.ts"
import { type RequestUser, RequestFacts } from "../RequestFacts.ts"
import { RequestId } from "../RequestId.ts"
import { respondProblem } from "../respondProblem.ts"
import { frameEventStreams } from "./EventStreams.ts"
import { bodyLimitBytes, renderFailures } from "./ProblemDocuments.ts"

const requests = Metric.counter("stowage_http_requests_total", {
  description: "Answered HTTP requests by the template of their route",
  incremental: true
})
const inFlight = Metric.gauge("stowage_http_requests_in_flight", {
  description: "HTTP requests that are not answered yet"
})
const durations = Metric.histogram("stowage_http_request_duration_seconds", {
  description: "Time until the response was ready, in seconds",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
})

const DATABASE_TIMEOUT = Duration.seconds(5)

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

const securityHeaders = (https: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  ...(https ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {})
})

type Defaults = ReadonlyArray<readonly [name: string, value: string]>

const withDefaults = (
  response: HttpServerResponse.HttpServerResponse,
  defaults: Defaults,
  requestId: string,
  varies: boolean
) => {
  const headers: Record<string, string> = { "x-request-id": requestId }
  if (varies)
    headers["vary"] =
      response.headers["vary"] === undefined ? "Accept-Encoding" : `${response.headers["vary"]}, Accept-Encoding`
  for (const [name, value] of defaults) if (response.headers[name] === undefined) headers[name] = value
  return HttpServerResponse.setHeaders(response, headers)
}

const counterOf = (() => {
  const counters = new Map<string, typeof requests>()
  return (method: string, route: string, status: number) => {
    const kind = `${method} ${route} ${status}`
    const existing = counters.get(kind)
    if (existing !== undefined) return existing
    const counter = Metric.withAttributes(requests, { method, route, status: String(status) })
    counters.set(kind, counter)
    return counter
  }
})()

/** Browsers correct their clock by `Date`: send the service's time, not the machine's. */
const dateOf = (() => {
  let second = Number.NaN
  let text = ""
  return (now: number) => {
    const currentSecond = Math.floor(now / 1000)
    if (currentSecond !== second) text = new Date(currentSecond * 1000).toUTCString()
    second = currentSecond
    return text
  }
})()

/** Without the query, which may contain names. */
const pathOf = (url: string) => url.split("?", 1)[0] ?? url

const isForPrograms = (path: string) => path.startsWith("/api/") || systemPaths.has(path)

/** A fixed target, so that nothing of the address is reflected. */
const unreadable = HttpServerResponse.redirect("/unreadable-address", { status: 302 })
const looksForPage = ({ headers, method }: HttpServerRequest.HttpServerRequest, path: string) =>
  method === "GET" && (headers["accept"] ?? "").includes("text/html") && !/^[/\\]*api\b/i.test(path)

const misspelledAddress = new NotFound({ entity: "Address", id: "as it is spelled" })

export const RequestFrame = HttpRouter.middleware(
  Effect.gen(function* () {
    const settings = yield* Settings
    const shutdown = yield* Shutdown
    const commonHeaders = securityHeaders(settings.publicOrigin.startsWith("https:"))
    const pageHeaders: Defaults = Object.entries(commonHeaders)
    const apiHeaders: Defaults = Object.entries({
      ...commonHeaders,
      "content-security-policy": apiPolicy,
      "cache-control": "no-store"
    })
    const bodyLimit = ByteSize.bytes(bodyLimitBytes)
    const frameStream = yield* frameEventStreams(shutdown.started)
    let running = 0
    const countInFlight = (by: 1 | -1) => Effect.suspend(() => Metric.update(inFlight, (running += by)))
    return (route) =>
      Effect.ensuring(
        Effect.andThen(
          countInFlight(1),
          Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            const requestId = crypto.randomUUID()
            const path = pathOf(request.url)
            const startedAt = yield* Clock.currentTimeMillis
            const span = yield* Effect.option(Effect.currentSpan)
            if (Option.isSome(span)) span.value.attribute("request_id", requestId)
            const traced = Option.exists(span, ({ sampled }) => sampled)
            const trace = Option.isSome(span) && traced ? { trace_id: span.value.traceId } : {}
            const facts: RequestUser = { userId: null }
            const canonical = isCanonicalPath(pathOf(NodeHttpServerRequest.toIncomingMessage(request).url ?? ""))
            let template = "unmatched"
            const recordingTemplate = Effect.onExit(route, () =>
              Effect.withFiber(({ context }) =>
                Effect.sync(() => {
                  template = Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path ?? template
                })
              )
            )
            const answer = canonical
              ? recordingTemplate
              : Effect.succeed(
                  looksForPage(request, path) ? unreadable : respondProblem(problemOf(misspelledAddress, requestId))
                )
            const rendered = yield* renderFailures(answer).pipe(
              Effect.provideService(RequestId, requestId),
              // avoids spans that are discarded when the request is not sampled
              Effect.provideService(References.TracerEnabled, traced),
              Effect.provideService(HttpIncomingMessage.MaxBodySize, bodyLimit),
              Effect.provideService(DatabaseTimeout, DATABASE_TIMEOUT),
              Effect.provideService(RequestFacts, facts),
              Effect.annotateLogs({ request_id: requestId, ...trace })
            )
            const varies = isCompressible(path, rendered)
            const encoding =
              varies && request.method !== "HEAD"
                ? acceptedEncoding(request.headers["accept-encoding"], encodings)
                : null
            const response = encoding === null ? rendered : yield* compressAnswer(rendered, encoding)
            const seconds = ((yield* Clock.currentTimeMillis) - startedAt) / 1000
            yield* Metric.update(counterOf(request.method, template, response.status), 1)
            yield* Metric.update(durations, seconds)
            if (!isUnloggedPath(path) && !LogLevel.isGreaterThan(yield* References.MinimumLogLevel, "Info")) {
              yield* Effect.logInfo("request").pipe(
                Effect.annotateLogs({
                  request_id: requestId,
                  method: request.method,
                  route: template,
                  path: redactLinkToken(path),
                  status: response.status,
                  ...trace,
                  ...(facts.userId === null ? {} : { user_id: facts.userId }),
                  duration_ms: Math.round(seconds * 1000),
                  client: Option.getOrElse(request.remoteAddress, () => "")
                })
              )
            }
            const usual = isForPrograms(path) || !canonical ? apiHeaders : pageHeaders
            const defaults = containsShareToken(path)
              ? [...Object.entries(linkHeaders), ...usual.filter(([name]) => name !== "referrer-policy")]
              : usual
            return frameStream(
              request,
              withDefaults(response, [...defaults, ["date", dateOf(startedAt)]], requestId, varies),
              template
            )
          })
        ),
        countInFlight(-1)
      )
  }),
  { global: true }
)

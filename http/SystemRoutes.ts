import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { NotFound, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { Observation } from "#services/platform/health/Observation.ts"
import { Readiness } from "#services/platform/health/Readiness.ts"
import { Settings } from "#services/platform/Settings.ts"
import { DocumentationPage } from "./documentation/DocumentationPage.ts"
import { collectProcessMetrics } from "./processMetrics.ts"
import { presentedToken, sameSecret } from "./presentedToken.ts"
import { problemOf } from "./problems.ts"
import { RequestId } from "./RequestId.ts"
import { respondProblem } from "./respondProblem.ts"

const ok = HttpServerResponse.text("ok\n")

const liveness = HttpRouter.add("GET", "/healthz", ok)

const readiness = HttpRouter.add(
  "GET",
  "/readyz",
  Effect.gen(function* () {
    const { check } = yield* Readiness
    return yield* Effect.matchEffect(check, {
      onSuccess: () => Effect.succeed(ok),
      onFailure: (error) => Effect.map(RequestId, (id) => respondProblem(problemOf(error, id)))
    })
  })
)

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"])

/** A proxy on this machine is a loopback peer, unlike its clients: detect it by any of these headers. */
const proxyHeaders = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"]

const isLocal = ({ headers, peerAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  Option.exists(peerAddress, (peer) => loopback.has(peer)) && proxyHeaders.every((name) => headers[name] === undefined)

const metricNameMapper = (name: string) => (name.startsWith("stowage_") ? name : `stowage_${name}`)

const metrics = Layer.unwrap(
  Effect.as(
    collectProcessMetrics,
    HttpRouter.add(
      "GET",
      "/metrics",
      Effect.gen(function* () {
        const { metricsToken } = yield* Settings
        const request = yield* HttpServerRequest.HttpServerRequest
        const allowed = Option.match(metricsToken, {
          onNone: () => isLocal(request),
          onSome: (token) => sameSecret(presentedToken(request.headers), Redacted.value(token))
        })
        if (!allowed) {
          const refusal = new Unauthenticated({ code: "unauthenticated", detail: "Metrics need their token" })
          return respondProblem(problemOf(refusal, yield* RequestId))
        }
        yield* (yield* Observation).refresh
        return HttpServerResponse.text(yield* PrometheusMetrics.format({ metricNameMapper }), {
          contentType: "text/plain; version=0.0.4; charset=utf-8"
        })
      })
    )
  )
)

const unknown = HttpRouter.add(
  "*",
  "/api/*",
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?", 1)[0] ?? ""
    return respondProblem(problemOf(new NotFound({ entity: "Route", id: path }), yield* RequestId))
  })
)

export const SystemRoutes = Layer.mergeAll(liveness, readiness, metrics, DocumentationPage, unknown)

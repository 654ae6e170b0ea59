import { Cause, Context, Effect, Layer, Metric, Option } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { ProblemDocuments } from "#api/Middleware.ts"
import { AnswersSecret } from "#api/AnswersSecret.ts"
import { PayloadTooLarge, Unavailable } from "#domain/platform/errors/Errors.ts"
import {
  internalProblem,
  isDomainError,
  makeProblem,
  type ProblemResponse,
  problemOf,
  problemOfSchemaError
} from "../problems.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { RequestId } from "../RequestId.ts"
import { outageLog } from "./outageLog.ts"
import { respondProblem } from "../respondProblem.ts"
import { boundBody } from "./boundBody.ts"

export const bodyLimitBytes = 1024 * 1024

const expectedProblem = (failure: unknown, requestId: string): ProblemResponse | null => {
  if (isDomainError(failure)) return problemOf(failure, requestId)
  if (HttpApiError.HttpApiSchemaError.is(failure)) {
    const isServerFault = failure.kind === "Body" || failure.kind === "ResponseHeaders"
    return isServerFault ? null : problemOfSchemaError(failure, requestId)
  }
  if (HttpApiError.HttpApiPayloadTooLarge.is(failure) || isOverflow(failure)) {
    return problemOf(new PayloadTooLarge({ limit_bytes: bodyLimitBytes }), requestId)
  }
  if (isOutage(failure))
    return problemOf(new Unavailable({ detail: "The database does not answer", retry_after_seconds: 5 }), requestId)
  return null
}

const isOverflow = (failure: unknown) =>
  HttpServerError.isHttpServerError(failure) &&
  failure.reason._tag === "RequestParseError" &&
  String(failure.reason.cause ?? failure.message).includes("maxBytes")

/** A retry is useless. A schema should have rejected values of SQLSTATE class 22. */
const isOurFault = ({ reason }: SqlError): boolean =>
  reason._tag === "SqlSyntaxError" ||
  reason._tag === "ConstraintError" ||
  reason._tag === "UniqueViolation" ||
  (typeof reason.cause === "object" &&
    reason.cause !== null &&
    "code" in reason.cause &&
    String(reason.cause.code).startsWith("22"))

const missingResource = ({ message, reason }: SqlError): string =>
  reason.cause instanceof Error && "code" in reason.cause && String(reason.cause.code).startsWith("53")
    ? `${message}: ${reason.cause.message}`
    : message

const isOutage = (failure: unknown): failure is SqlError => isSqlError(failure) && !isOurFault(failure)
const databaseAway = outageLog()

const problems = Metric.counter("stowage_problems_total", {
  description: "Problem documents by their code: refused sign-ins, limits that were hit, outages",
  incremental: true
})

/** Creates counters used by alerts at 0, so that a first increase is visible. */
const problemsFromZero = Effect.forEach(
  [
    ["internal", 500],
    ["unavailable", 503],
    ["rate_limited", 429]
  ] as const,
  ([code, status]) => Metric.update(Metric.withAttributes(problems, { code, status: String(status) }), 0),
  { discard: true }
)

const respondToCause = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  const requestId = yield* RequestId
  const failure = Option.getOrElse(Cause.findErrorOption(cause), () => Cause.squash(cause))
  const response = expectedProblem(failure, requestId)
  if (isOutage(failure)) yield* databaseAway("The database does not answer", missingResource(failure))
  else if (response === null || response.problem.status === 503) {
    const { userId } = yield* RequestFacts
    yield* Effect.logError("Request failed", cause).pipe(
      Effect.annotateLogs(userId === null ? {} : { user_id: userId })
    )
  }
  const answer = response ?? internalProblem(requestId)
  yield* Metric.update(
    Metric.withAttributes(problems, { code: answer.problem.code, status: String(answer.problem.status) }),
    1
  )
  return respondProblem(answer)
})

const unsupportedContentType = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
  if (response.status !== 415) return response
  return respondProblem(makeProblem(yield* RequestId, 415, "unsupported_media_type", "Send application/json"))
})

export const renderFailures = <E, R>(route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catchCauseIf(route, (cause) => !Cause.hasInterruptsOnly(cause), respondToCause)

const untransformed = HttpServerResponse.setHeader("cache-control", "no-store, no-transform")

export const ProblemDocumentsRendered = Layer.effect(
  ProblemDocuments,
  Effect.as(problemsFromZero, (handled, { endpoint }) => {
    const bounded = boundBody(endpoint)
    const rendered = Effect.flatMap(
      renderFailures(bounded === null ? handled : Effect.andThen(bounded, handled)),
      unsupportedContentType
    ).pipe(Effect.annotateLogs({ route: endpoint.path }))
    return Context.get(endpoint.annotations, AnswersSecret) ? Effect.map(rendered, untransformed) : rendered
  })
)

import { Schema } from "effect"
import type { HttpApiError } from "effect/http-api"
import { DomainError } from "#domain/platform/errors/Errors.ts"
import type { Problem } from "#domain/platform/errors/Problem.ts"
import { inputIssues } from "#domain/platform/errors/inputIssues.ts"

export interface ProblemResponse {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
}

const titles: Record<number, string> = {
  400: "The request cannot be read",
  401: "Sign-in is needed",
  403: "Not allowed",
  404: "Not found",
  409: "The request contradicts the present state",
  412: "A condition does not hold",
  413: "Too large",
  415: "Unsupported content type",
  416: "There are no such bytes",
  422: "The request is not valid",
  429: "Too many tries",
  500: "Something went wrong on our side",
  502: "The storage gateway refused or failed",
  503: "Not available now",
  504: "The storage gateway did not answer in time"
}

export const makeProblem = (
  requestId: string,
  status: number,
  code: string,
  detail: string,
  extra?: Pick<Problem, "errors" | "storage" | "remediation_reason">
): ProblemResponse => ({
  problem: {
    type: `urn:stowage:problem:${code}`,
    title: titles[status] ?? "Error",
    status,
    detail,
    code,
    request_id: requestId,
    ...extra
  },
  headers: {}
})

export const isDomainError = Schema.is(DomainError)

export const problemOf = (error: DomainError, requestId: string): ProblemResponse => {
  switch (error._tag) {
    case "InvalidInput":
      return makeProblem(requestId, 422, error.code, "Some of what was sent cannot be accepted", {
        errors: error.issues
      })
    case "BadRequest":
      return makeProblem(requestId, 400, error.code, error.detail)
    case "Unauthenticated":
      return makeProblem(requestId, 401, error.code, error.detail)
    case "Forbidden":
      return makeProblem(
        requestId,
        403,
        error.code,
        error.detail,
        error.remediation_reason === undefined ? {} : { remediation_reason: error.remediation_reason }
      )
    case "NotFound":
      return makeProblem(requestId, 404, error.code, error.message)
    case "Conflict":
      return makeProblem(requestId, 409, error.code, error.detail)
    case "PreconditionFailed":
      return makeProblem(requestId, 412, error.code, error.detail)
    case "PayloadTooLarge":
      return makeProblem(requestId, 413, error.code, `The limit is ${error.limit_bytes} bytes`)
    case "RangeNotSatisfiable": {
      const response = makeProblem(requestId, 416, error.code, `The object has ${error.size_bytes} bytes`)
      return { ...response, headers: { "content-range": `bytes */${error.size_bytes}` } }
    }
    case "RateLimited": {
      const response = makeProblem(requestId, 429, error.code, `Try again in ${error.retry_after_seconds} seconds`)
      return { ...response, headers: { "retry-after": String(error.retry_after_seconds) } }
    }
    case "StorageError":
      return makeProblem(requestId, 502, error.code, error.detail, {
        storage: { code: error.storage_code, http_status: error.storage_status, request_id: error.storage_request_id }
      })
    case "StorageTimeout":
      return makeProblem(requestId, 504, error.code, `The storage gateway took too long to answer (${error.operation})`)
    case "Unavailable": {
      const response = makeProblem(requestId, 503, error.code, error.detail)
      return error.retry_after_seconds === undefined
        ? response
        : { ...response, headers: { "retry-after": String(error.retry_after_seconds) } }
    }
  }
}

const notJson = "Expected a valid JSON body"

export const problemOfSchemaError = (error: HttpApiError.HttpApiSchemaError, requestId: string): ProblemResponse => {
  const errors = inputIssues(error.kind.toLowerCase(), error.cause.issue)
  if (
    errors.length === 1 &&
    errors[0]?.path.length === 1 &&
    errors[0].path[0] === "payload" &&
    errors[0].message === notJson
  ) {
    return makeProblem(requestId, 400, "malformed_json", "The body is not JSON")
  }
  return makeProblem(requestId, 422, "validation_failed", "Some of what was sent cannot be accepted", { errors })
}

export const internalProblem = (requestId: string): ProblemResponse =>
  makeProblem(requestId, 500, "internal", "The fault is logged under this request id")

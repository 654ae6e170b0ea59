import { HttpServerResponse } from "effect/http"
import type { ProblemResponse } from "./problems.ts"

export const respondProblem = ({ problem, headers }: ProblemResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(problem, {
    status: problem.status,
    contentType: "application/problem+json",
    headers: { "cache-control": "no-store", ...headers }
  })

import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { PreconditionFailed } from "#domain/platform/errors/Errors.ts"
import { isConditional, precondition } from "#domain/objects/precondition.ts"

/**
 * Answers a GET as its If-Match and If-None-Match say: 304 without bytes, 412, or as if there were none. The tag is asked for only where
 * there is a condition: RGW's own answers to them have no tag, and know no lists.
 */
export const conditionally = <E, R, E2, R2>(
  headers: Readonly<Record<string, string | undefined>>, tag: Effect.Effect<string | null, E, R>, answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E2, R2>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | E2 | PreconditionFailed, R | R2> => {
  const conditions = { "if-match": headers["if-match"], "if-none-match": headers["if-none-match"] }
  if (!isConditional(conditions)) return answer
  return Effect.flatMap(tag, (etag): Effect.Effect<HttpServerResponse.HttpServerResponse, E2 | PreconditionFailed, R2> => {
    switch (precondition(conditions, etag)) {
      case "met": return answer
      case "unmodified": return Effect.succeed(HttpServerResponse.empty({ status: 304, headers: etag === null ? {} : { etag } }))
      case "failed": return Effect.fail(new PreconditionFailed({ detail: "The object is another one than the condition names" }))
    }
  })
}

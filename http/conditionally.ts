import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { PreconditionFailed } from "#domain/platform/errors/Errors.ts"
import { isConditional, precondition } from "#domain/objects/precondition.ts"

/** 304, 412 or the response. `tag` is read only for conditions: RGW's own 304 and 412 lack it and ignore lists. */
export const conditionally = <E, R, E2, R2>(
  headers: Readonly<Record<string, string | undefined>>,
  tag: Effect.Effect<string | null, E, R>,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E2, R2>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | E2 | PreconditionFailed, R | R2> => {
  const conditions = { "if-match": headers["if-match"], "if-none-match": headers["if-none-match"] }
  if (!isConditional(conditions)) return answer
  return Effect.flatMap(
    tag,
    (etag): Effect.Effect<HttpServerResponse.HttpServerResponse, E2 | PreconditionFailed, R2> => {
      switch (precondition(conditions, etag)) {
        case "met":
          return answer
        case "unmodified":
          return Effect.succeed(HttpServerResponse.empty({ status: 304, headers: etag === null ? {} : { etag } }))
        case "failed":
          return Effect.fail(new PreconditionFailed({ detail: "The object is another one than the condition names" }))
      }
    }
  )
}

import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "#domain/access/Caller.ts"
import { BadRequest, Forbidden, RateLimited, Unauthenticated, Unavailable } from "#domain/errors/Errors.ts"

/** Knows the caller and enforces the endpoint's `RequiredAccess`: session, Bearer, Origin, CSRF, scope, role. */
export class AccessControl extends HttpApiMiddleware.Service<AccessControl, { provides: CurrentCaller }>()(
  "stowage/http/AccessControl",
  { error: [BadRequest, Unauthenticated, Forbidden, RateLimited, Unavailable] }
) {}

/** Outermost: every failure of an endpoint leaves as an RFC 9457 problem document. */
export class ProblemDocuments extends HttpApiMiddleware.Service<ProblemDocuments>()("stowage/http/ProblemDocuments") {}

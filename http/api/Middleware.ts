import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { CurrentVisit } from "#domain/objects/shares/ShareRecord.ts"
import { BadRequest, Forbidden, InvalidInput, NotFound, RateLimited, Unauthenticated, Unavailable } from "#domain/platform/errors/Errors.ts"

/** Knows the caller and enforces the endpoint's `RequiredAccess`: session, Bearer, Origin, CSRF, scope, role. */
export class AccessControl extends HttpApiMiddleware.Service<AccessControl, { provides: CurrentCaller }>()(
  "stowage/http/AccessControl",
  { error: [BadRequest, Unauthenticated, Forbidden, InvalidInput, NotFound, RateLimited, Unavailable] }
) {}

/** Resolves the `context_id` of an endpoint for its caller, in the workspace of its `RequiredContext`. */
export class ContextControl extends HttpApiMiddleware.Service<ContextControl, { provides: CurrentContext; requires: CurrentCaller }>()(
  "stowage/http/ContextControl",
  { error: [InvalidInput, BadRequest, Forbidden, NotFound] }
) {}

/** Resolves the link of an endpoint for visitors, with the rights of its maker; refuses what is locked or opens nothing. */
export class VisitControl extends HttpApiMiddleware.Service<VisitControl, { provides: CurrentVisit; requires: CurrentCaller }>()(
  "stowage/http/VisitControl",
  { error: [Forbidden, NotFound] }
) {}

/** Outermost: every failure of an endpoint leaves as an RFC 9457 problem document. */
export class ProblemDocuments extends HttpApiMiddleware.Service<ProblemDocuments>()("stowage/http/ProblemDocuments") {}

import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { CurrentVisit } from "#domain/objects/shares/ShareRecord.ts"
import { BadRequest, Forbidden, InvalidInput, NotFound, RateLimited, Unauthenticated, Unavailable } from "#domain/platform/errors/Errors.ts"

/** Authenticates the caller and enforces `RequiredAccess`: session, Bearer, Origin, CSRF, scope, role. */
export class AccessControl extends HttpApiMiddleware.Service<AccessControl, { provides: CurrentCaller }>()(
  "stowage/http/AccessControl",
  { error: [BadRequest, Unauthenticated, Forbidden, InvalidInput, NotFound, RateLimited, Unavailable] }
) {}

/** Resolves `context_id` for the caller in the workspace of `RequiredContext`. */
export class ContextControl extends HttpApiMiddleware.Service<ContextControl, { provides: CurrentContext; requires: CurrentCaller }>()(
  "stowage/http/ContextControl",
  { error: [InvalidInput, BadRequest, Forbidden, NotFound] }
) {}

/** Resolves the link for visitors with the rights of its maker; refuses locked or invalid ones. */
export class VisitControl extends HttpApiMiddleware.Service<VisitControl, { provides: CurrentVisit; requires: CurrentCaller }>()(
  "stowage/http/VisitControl",
  { error: [Forbidden, NotFound] }
) {}

/** Renders every failure as an RFC 9457 problem document; outermost. */
export class ProblemDocuments extends HttpApiMiddleware.Service<ProblemDocuments>()("stowage/http/ProblemDocuments") {}

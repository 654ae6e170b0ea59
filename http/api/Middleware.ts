import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { CurrentVisit } from "#domain/objects/shares/ShareRecord.ts"
import {
  BadRequest,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  Unauthenticated,
  Unavailable
} from "#domain/platform/errors/Errors.ts"

export class AccessControl extends HttpApiMiddleware.Service<AccessControl, { provides: CurrentCaller }>()(
  "stowage/http/AccessControl",
  { error: [BadRequest, Unauthenticated, Forbidden, InvalidInput, NotFound, RateLimited, Unavailable] }
) {}

export class ContextControl extends HttpApiMiddleware.Service<
  ContextControl,
  { provides: CurrentContext; requires: CurrentCaller }
>()("stowage/http/ContextControl", { error: [InvalidInput, BadRequest, Forbidden, NotFound] }) {}

export class VisitControl extends HttpApiMiddleware.Service<
  VisitControl,
  { provides: CurrentVisit; requires: CurrentCaller }
>()("stowage/http/VisitControl", { error: [Forbidden, NotFound] }) {}

export class ProblemDocuments extends HttpApiMiddleware.Service<ProblemDocuments>()("stowage/http/ProblemDocuments") {}

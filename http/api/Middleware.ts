import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type {
  CurrentContexts,
  CurrentEndpoint,
  CurrentPortalAccount,
  CurrentScope
} from "#domain/accounts/scope/RequestScope.ts"
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

export class ScopeControl extends HttpApiMiddleware.Service<
  ScopeControl,
  {
    provides: CurrentScope | CurrentContext | CurrentEndpoint | CurrentContexts | CurrentPortalAccount
    requires: CurrentCaller
  }
>()("stowage/http/ScopeControl", { error: [InvalidInput, BadRequest, Forbidden, NotFound] }) {}

export class VisitControl extends HttpApiMiddleware.Service<
  VisitControl,
  { provides: CurrentVisit; requires: CurrentCaller }
>()("stowage/http/VisitControl", { error: [Forbidden, NotFound] }) {}

export class ProblemDocuments extends HttpApiMiddleware.Service<ProblemDocuments>()("stowage/http/ProblemDocuments") {}

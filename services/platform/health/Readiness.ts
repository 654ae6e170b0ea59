import { Context, type Effect } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"

export class Readiness extends Context.Service<
  Readiness,
  {
    readonly check: Effect.Effect<void, Unavailable>
  }
>()("stowage/services/platform/health/Readiness") {}

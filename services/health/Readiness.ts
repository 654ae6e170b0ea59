import { Context, type Effect } from "effect"
import type { Unavailable } from "#domain/errors/Errors.ts"

/** Whether this process can serve now: database reachable, schema at this build's version. */
export class Readiness extends Context.Service<Readiness, {
  readonly check: Effect.Effect<void, Unavailable>
}>()("stowage/services/health/Readiness") {}

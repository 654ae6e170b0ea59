import type { Caller } from "#domain/access/Caller.ts"
import { Context, type Effect } from "effect"

/**
 * Whether a caller that was known at the start of a long answer would still be known now: session or token not revoked
 * and not expired, user active, `auth_version` unchanged.
 */
export class CallerStanding extends Context.Service<CallerStanding, {
  readonly stands: (caller: Caller) => Effect.Effect<boolean>
}>()("stowage/services/sessions/CallerStanding") {}

import { Context, Effect } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"

export const Memory = Context.Reference<{
  /** Succeeds while another large read fits; fails with the limit and a retry time. */
  readonly admit: Effect.Effect<void, Unavailable>
  readonly passed: (bytes: number) => void
}>("stowage/services/platform/health/Memory", { defaultValue: () => ({ admit: Effect.void, passed: () => {} }) })

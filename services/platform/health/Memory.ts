import { Context, Effect } from "effect"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"

/** The memory of this process, for work whose size its callers decide. Where nobody keeps an eye on it, there is room. */
export const Memory = Context.Reference<{
  /** Passes while there is room for another large reading; else says which limit is reached, and when to come back. */
  readonly admit: Effect.Effect<void, Unavailable>
  /** So many bytes were handed on in buffers that nobody needs any more. */
  readonly passed: (bytes: number) => void
}>("stowage/services/platform/health/Memory", { defaultValue: () => ({ admit: Effect.void, passed: () => {} }) })

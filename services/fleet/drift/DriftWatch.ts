import { Context } from "effect"
import type { DriftEvent } from "#domain/accounts/Drift.ts"

/** Event with an increasing id. */
export type DriftMessage = DriftEvent & { readonly id: string }

export type DriftUpdate = ReadonlyArray<DriftMessage>

export class DriftWatch extends Context.Service<
  DriftWatch,
  {
    /** Delivers the summary first, then each change. Returns the function that stops it. */
    readonly follow: (deliver: (news: DriftUpdate) => void) => () => void
  }
>()("stowage/services/fleet/drift/DriftWatch") {}

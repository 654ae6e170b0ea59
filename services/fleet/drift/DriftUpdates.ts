import { Context } from "effect"
import type { DriftEvent } from "#domain/accounts/Drift.ts"

export type DriftMessage = DriftEvent & { readonly id: string }

export type DriftUpdate = ReadonlyArray<DriftMessage>

export class DriftUpdates extends Context.Service<
  DriftUpdates,
  {
    readonly follow: (deliver: (news: DriftUpdate) => void) => () => void
  }
>()("stowage/services/fleet/drift/DriftUpdates") {}

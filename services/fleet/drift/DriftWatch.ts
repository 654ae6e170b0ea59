import { Context } from "effect"
import type { DriftEvent } from "#domain/accounts/Drift.ts"

export type DriftMessage = DriftEvent & { readonly id: string }

export type DriftUpdate = ReadonlyArray<DriftMessage>

export class DriftWatch extends Context.Service<
  DriftWatch,
  {
    readonly follow: (deliver: (news: DriftUpdate) => void) => () => void
  }
>()("stowage/services/fleet/drift/DriftWatch") {}

import { Context } from "effect"
import type { DriftEvent } from "#domain/accounts/Drift.ts"

/** An event with its number, which grows. */
export type DriftMessage = DriftEvent & { readonly id: string }

/** What is handed over at once; the same value for all who are given the same. */
export type DriftNews = ReadonlyArray<DriftMessage>

/** What differs from gateways, as it changes, for any number of readers. */
export class DriftWatch extends Context.Service<DriftWatch, {
  /** The summary at once, and whenever it is another. Answers how to stop. */
  readonly follow: (deliver: (news: DriftNews) => void) => () => void
}>()("stowage/services/fleet/drift/DriftWatch") {}

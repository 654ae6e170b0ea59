import { Context, Effect } from "effect"
import type { Conflict } from "./errors/Errors.ts"

/** Fails with `stale_plan` if the user confirmed another name than the entity has now. */
export type ConfirmName = (thing: string, name: string) => Effect.Effect<void, Conflict>

/** Jobs, automation and operators confirm nothing: every name passes. */
export const ConfirmedName = Context.Reference<ConfirmName>("stowage/domain/ConfirmedName", {
  defaultValue: () => () => Effect.void
})

/** Call it in the deleting transaction, so that a refusal rolls back; for gateways, before the intent is stored. */
export const confirmedName: ConfirmName = (thing, name) =>
  Effect.flatMap(ConfirmedName, (confirm) => confirm(thing, name))

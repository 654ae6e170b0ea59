import { Context, Effect } from "effect"
import type { Conflict } from "./errors/Errors.ts"

/** Fails with `stale_plan` if the user confirmed another name than the entity has now. */
export type ConfirmName = (thing: string, name: string) => Effect.Effect<void, Conflict>

/**
 * Check of the name that the user confirmed before a destructive action, read from `confirm_name` by the access
 * middleware. Jobs, automation and operators confirm nothing: every name passes.
 */
export const ConfirmedName = Context.Reference<ConfirmName>("stowage/domain/ConfirmedName", {
  defaultValue: () => () => Effect.void
})

/**
 * Checks the confirmed name. Call it in the deleting transaction, with the name read there, so that a refusal rolls
 * back. A gateway change calls it before its intent is stored.
 */
export const confirmedName: ConfirmName = (thing, name) =>
  Effect.flatMap(ConfirmedName, (confirm) => confirm(thing, name))

import { Context, Effect } from "effect"
import type { Conflict } from "./errors/Errors.ts"

/** Refuses (`stale_plan`) where the person confirmed another name than the thing has now. */
export type ConfirmName = (thing: string, name: string) => Effect.Effect<void, Conflict>

/**
 * The name that a person confirmed before something ends. The access middleware takes it from `confirm_name` of a request that
 * is declared destructive; where nobody was asked (automation, jobs, operators) every name is the right one.
 */
export const ConfirmedName = Context.Reference<ConfirmName>("stowage/domain/ConfirmedName", {
  defaultValue: () => () => Effect.void
})

/**
 * To be called in the transaction that ends the thing, with the name as that transaction reads it: what is refused is taken
 * back with it. Changes of a gateway have no such transaction; they call it before there is an intent.
 */
export const confirmedName: ConfirmName = (thing, name) => Effect.flatMap(ConfirmedName, (confirm) => confirm(thing, name))

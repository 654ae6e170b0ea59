import { Context, Schema } from "effect"
import { Text } from "#domain/platform/Text.ts"

export type Destruction =
  | { readonly _tag: "Named"; readonly thing: string; readonly name: string }
  | { readonly _tag: "Itself"; readonly because: string }

/** `named` endpoints take `confirmQuery` and may answer 409. Startup fails when a DELETE declares nothing. */
export class Destructive extends Context.Service<Destructive, Destruction>()("stowage/http/Destructive") {}

export const destructive = {
  named: (thing: string, name: string): Destruction => ({ _tag: "Named", thing, name }),
  itself: (because: string): Destruction => ({ _tag: "Itself", because })
}

/** Absent when no confirmation was requested. Bounded only by request size, because gateways choose names. */
export const confirmQuery = { confirm_name: Schema.optionalKey(Text(2_000)) }

import { Context, Schema } from "effect"
import { Text } from "#domain/platform/Text.ts"

export type Destruction =
  | { readonly _tag: "Named"; readonly thing: string; readonly name: string }
  | { readonly _tag: "Itself"; readonly because: string }

/**
 * Annotation of destructive endpoints. `named` ones take `confirmQuery`, may answer 409 and return what was deleted;
 * startup fails when one is missing, or a DELETE declares nothing.
 */
export class Destructive extends Context.Service<Destructive, Destruction>()("stowage/http/Destructive") {}

export const destructive = {
  named: (thing: string, name: string): Destruction => ({ _tag: "Named", thing, name }),
  itself: (because: string): Destruction => ({ _tag: "Itself", because })
}

/**
 * Name confirmed by a user; missing when nobody was asked. Compared exactly; bounded only by request size, because
 * gateways choose names.
 */
export const confirmQuery = { confirm_name: Schema.optionalKey(Text(2_000)) }

import { Context, Schema } from "effect"
import { Text } from "#domain/platform/Text.ts"

/** How a request that ends something says what it means. */
export type Destruction =
  /** By `confirm_name`: `thing` is what it is called in refusals, `name` which of its names is meant. */
  | { readonly _tag: "Named"; readonly thing: string; readonly name: string }
  /** By itself: the reason why there is no name beside it that could be another's. */
  | { readonly _tag: "Itself"; readonly because: string }

/**
 * The annotation of an endpoint that ends something for good. What is `named` takes `confirmQuery`, may answer 409 and says in
 * its answer what went; the start fails where one of them is missing, or where a DELETE declares nothing.
 */
export class Destructive extends Context.Service<Destructive, Destruction>()("stowage/http/Destructive") {}

/** `.annotate(Destructive, destructive.named("RGW account", "its name"))` */
export const destructive = {
  named: (thing: string, name: string): Destruction => ({ _tag: "Named", thing, name }),
  itself: (because: string): Destruction => ({ _tag: "Itself", because })
}

/**
 * The name that a person confirmed. It may be left out: then nobody was asked. Compared as it is, and bounded only so that a
 * request stays one: what it is compared with may come from a gateway.
 */
export const confirmQuery = { confirm_name: Schema.optionalKey(Text(2_000)) }

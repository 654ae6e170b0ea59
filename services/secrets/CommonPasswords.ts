import { Context, type Effect } from "effect"

/** The passwords that most people choose. */
export class CommonPasswords extends Context.Service<CommonPasswords, {
  /** Tells of a text in lower case whether it is one of them. */
  readonly known: Effect.Effect<(text: string) => boolean>
}>()("stowage/services/secrets/CommonPasswords") {}

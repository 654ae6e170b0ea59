import { Context, type DateTime, type Effect } from "effect"

/** Who signs in: `user/<id>`, or a name in a directory, as a digest. */
export type SignInAccount = string

/** Networks (`clientNetwork`) from which an account was signed in to. */
export class KnownAddresses extends Context.Service<KnownAddresses, {
  readonly isKnown: (account: SignInAccount, network: string, since: DateTime.Utc) => Effect.Effect<boolean>
  readonly remember: (account: SignInAccount, network: string, now: DateTime.Utc) => Effect.Effect<void>
  /** Forgets some of those that were last used before then; answers how many. */
  readonly clear: (usedBefore: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/platform/limits/KnownAddresses") {}

/** As what a user is remembered: `Users.signedIn` does so. */
export const userAccount = (userId: number): SignInAccount => `user/${userId}`

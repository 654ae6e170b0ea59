import { Context, type DateTime, type Effect } from "effect"

/** Account key of sign-ins: `user/<id>`, or the digest of a directory name. */
export type SignInAccount = string

/** Networks (`clientNetwork`) from which an account has signed in before. */
export class KnownAddresses extends Context.Service<KnownAddresses, {
  readonly isKnown: (account: SignInAccount, network: string, since: DateTime.Utc) => Effect.Effect<boolean>
  readonly remember: (account: SignInAccount, network: string, now: DateTime.Utc) => Effect.Effect<void>
  /** Deletes some that were last used before `usedBefore`; returns the number deleted. */
  readonly clear: (usedBefore: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/platform/limits/KnownAddresses") {}

export const userAccount = (userId: number): SignInAccount => `user/${userId}`

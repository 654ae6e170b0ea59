import { Context, type DateTime, type Effect } from "effect"

export type SignInAccount = string

export class KnownAddresses extends Context.Service<
  KnownAddresses,
  {
    readonly isKnown: (account: SignInAccount, network: string, since: DateTime.Utc) => Effect.Effect<boolean>
    readonly remember: (account: SignInAccount, network: string, now: DateTime.Utc) => Effect.Effect<void>
    readonly clear: (usedBefore: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/platform/limits/KnownAddresses") {}

export const userAccount = (userId: number): SignInAccount => `user/${userId}`

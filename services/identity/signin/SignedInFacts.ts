import type { GrantedRights } from "#domain/platform/access/UserRights.ts"
import type { PasskeyPolicy } from "#domain/identity/signin/SignInPolicy.ts"
import { Context, type Effect } from "effect"

export interface SignedInFact extends GrantedRights {
  readonly access_mark: string
  readonly passkeyPolicy: PasskeyPolicy
  readonly passkeys: number
  readonly recovery_codes_left: number
  readonly unread_notifications: number
}

export class SignedInFacts extends Context.Service<
  SignedInFacts,
  {
    readonly of: (userId: number) => Effect.Effect<SignedInFact>
  }
>()("stowage/services/identity/signin/SignedInFacts") {}

import type { GivenRights } from "#domain/platform/access/UserRights.ts"
import type { PasskeyPolicy } from "#domain/identity/signin/SignInPolicy.ts"
import { Context, type Effect } from "effect"

/** What the console is told of somebody who is signed in, all as of one moment. */
export interface SignedInFact extends GivenRights {
  /** See `UserRights.marks`; empty of somebody who is gone. */
  readonly access_mark: string
  readonly passkeyPolicy: PasskeyPolicy
  /** How many are enrolled. */
  readonly passkeys: number
  readonly recovery_codes_left: number
  /** See `NotificationRecords.unread`. */
  readonly unread_notifications: number
}

/** What every page load asks of whoever loads it. Whether their session stands is asked before, and not here. */
export class SignedInFacts extends Context.Service<SignedInFacts, {
  readonly of: (userId: number) => Effect.Effect<SignedInFact>
}>()("stowage/services/identity/signin/SignedInFacts") {}

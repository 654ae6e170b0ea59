import type { CallerUser } from "#domain/Caller.ts"
import type { PasskeyPolicy } from "#domain/SignInPolicy.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

/** A user with what signing in needs to know. */
export interface UserRecord {
  readonly user: CallerUser
  readonly passwordHash: string | null
  readonly authVersion: number
  readonly isActive: boolean
}

/** The users of the console as rows. */
export class Users extends Context.Service<Users, {
  /** By e-mail, without case. */
  readonly byEmail: (email: string) => Effect.Effect<Option.Option<UserRecord>>
  readonly byId: (id: number) => Effect.Effect<Option.Option<UserRecord>>
  readonly createSuperadmin: (
    input: { readonly email: string; readonly fullName: string; readonly passwordHash: string },
    now: DateTime.Utc
  ) => Effect.Effect<UserRecord>
  readonly signedIn: (id: number, now: DateTime.Utc) => Effect.Effect<void>
  /** Who must have a passkey, from the application settings. */
  readonly passkeyPolicy: Effect.Effect<PasskeyPolicy>
}>()("stowage/services/access/Users") {}

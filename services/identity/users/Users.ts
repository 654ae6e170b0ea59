import type { CallerUser, UiRole } from "#domain/platform/access/Caller.ts"
import type { PasskeyPolicy } from "#domain/identity/signin/SignInPolicy.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

/** A user with what signing in needs to know. */
export interface UserRecord {
  readonly user: CallerUser
  readonly passwordHash: string | null
  readonly authVersion: number
  readonly isActive: boolean
}

export interface NewUser {
  readonly email: string
  readonly fullName: string
  readonly role: UiRole
  readonly passwordHash: string | null
}

/**
 * The users of the console as rows. A change of e-mail, password, role, activation, passkeys or external identities raises
 * `auth_version`, whoever writes it, and with it ends every session and token of the user.
 */
export class Users extends Context.Service<Users, {
  /** By e-mail, without case. */
  readonly byEmail: (email: string) => Effect.Effect<Option.Option<UserRecord>>
  readonly byId: (id: number) => Effect.Effect<Option.Option<UserRecord>>
  /** Null when the e-mail is taken. */
  readonly create: (input: NewUser, now: DateTime.Utc) => Effect.Effect<UserRecord | null>
  /** Null: there is none, or it never was. */
  readonly passwordChangedAt: (id: number) => Effect.Effect<DateTime.Utc | null>
  readonly setPassword: (id: number, passwordHash: string, now: DateTime.Utc) => Effect.Effect<void>
  /** A sign-in is complete: its moment is kept, and where it came from (`KnownAddresses`). */
  readonly signedIn: (id: number, now: DateTime.Utc) => Effect.Effect<void>
  /** Who must have a passkey, from the application settings, as the environment fixes them. */
  readonly passkeyPolicy: Effect.Effect<PasskeyPolicy>
}>()("stowage/services/identity/users/Users") {}

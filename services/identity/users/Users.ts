import type { CallerUser, UiRole } from "#domain/platform/access/Caller.ts"
import type { PasskeyPolicy } from "#domain/identity/signin/SignInPolicy.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

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

export class Users extends Context.Service<
  Users,
  {
    readonly byEmail: (email: string) => Effect.Effect<Option.Option<UserRecord>>
    readonly byId: (id: number) => Effect.Effect<Option.Option<UserRecord>>
    readonly create: (input: NewUser, now: DateTime.Utc) => Effect.Effect<UserRecord | null>
    readonly passwordChangedAt: (id: number) => Effect.Effect<DateTime.Utc | null>
    readonly setPassword: (id: number, passwordHash: string, now: DateTime.Utc) => Effect.Effect<void>
    readonly signedIn: (id: number, now: DateTime.Utc) => Effect.Effect<void>
    readonly passkeyPolicy: Effect.Effect<PasskeyPolicy>
  }
>()("stowage/services/identity/users/Users") {}

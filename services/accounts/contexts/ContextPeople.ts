import { Context, type Effect } from "effect"
import type { ContextRef } from "#domain/accounts/contexts/ContextId.ts"

/** Association that gives a console user rights in a context. `group`: null for a direct one. */
export interface PersonAssociation {
  readonly group: string | null
  readonly manager: boolean
  readonly data: boolean
}

export interface ContextPerson {
  readonly user_id: number
  readonly email: string
  readonly full_name: string
  readonly associations: ReadonlyArray<PersonAssociation>
}

/** Active console users with a right in a context, directly or through groups (layers/sql). */
export class ContextPeople extends Context.Service<
  ContextPeople,
  {
    /** At most `limit`, by e-mail address. */
    readonly of: (ref: ContextRef, limit: number) => Effect.Effect<ReadonlyArray<ContextPerson>>
  }
>()("stowage/services/accounts/contexts/ContextPeople") {}

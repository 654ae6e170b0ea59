import { Context, type Effect } from "effect"
import type { ContextRef } from "#domain/accounts/contexts/ContextId.ts"

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

export class ContextPeople extends Context.Service<
  ContextPeople,
  {
    /** At most `limit`, by e-mail address. */
    readonly of: (ref: ContextRef, limit: number) => Effect.Effect<ReadonlyArray<ContextPerson>>
  }
>()("stowage/services/accounts/contexts/ContextPeople") {}

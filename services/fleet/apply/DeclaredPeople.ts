import { Context, type Effect } from "effect"
import type { UiRole } from "#domain/platform/access/Caller.ts"

interface Rights {
  readonly id: number
  readonly version: number
  readonly privileges: ReadonlyArray<string>
  readonly manager_tools: ReadonlyArray<string>
}
export interface DeclaredUser extends Rights {
  readonly email: string
  readonly full_name: string
  readonly role: UiRole
  readonly is_active: boolean
  readonly has_password: boolean
}
export interface DeclaredGroup extends Rights {
  readonly name: string
  readonly description: string
  readonly members: ReadonlyArray<string>
  readonly given: ReadonlyArray<string>
}
export interface DeclaredConnectionLinks {
  readonly s3_connection_id: number
  readonly users: ReadonlyArray<string>
  readonly groups: ReadonlyArray<string>
}

export class DeclaredPeople extends Context.Service<
  DeclaredPeople,
  {
    readonly users: Effect.Effect<ReadonlyArray<DeclaredUser>>
    readonly groups: Effect.Effect<ReadonlyArray<DeclaredGroup>>
    readonly connectionLinks: Effect.Effect<ReadonlyArray<DeclaredConnectionLinks>>
  }
>()("stowage/services/fleet/apply/DeclaredPeople") {}

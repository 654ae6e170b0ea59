import type { GrantedRights, Privilege } from "#domain/platform/access/UserRights.ts"
import { Context, type Effect } from "effect"

export class UserRights extends Context.Service<
  UserRights,
  {
    readonly of: (userId: number) => Effect.Effect<GrantedRights>
    readonly hasPrivilege: (userId: number, privilege: Privilege) => Effect.Effect<boolean>
    /** Opaque text per existing user that changes whenever their rights or contexts do. */
    readonly marks: (userIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, string>>
  }
>()("stowage/services/identity/users/UserRights") {}

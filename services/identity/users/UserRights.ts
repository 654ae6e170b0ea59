import type { GivenRights } from "#domain/platform/access/UserRights.ts"
import { Context, type Effect } from "effect"

/** What opens workspaces and tools to somebody, their own and their groups' together. */
export class UserRights extends Context.Service<UserRights, {
  readonly of: (userId: number) => Effect.Effect<GivenRights>
  /** Of those who exist: a text that is another one whenever what they may do, or act as, is. It tells nothing of it. */
  readonly marks: (userIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, string>>
}>()("stowage/services/identity/users/UserRights") {}

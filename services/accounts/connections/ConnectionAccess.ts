import { Context, type Effect } from "effect"
import type { ConnectionUser } from "#domain/accounts/Connection.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"
import type { ConnectionRecord } from "./ConnectionRecords.ts"

export class ConnectionAccess extends Context.Service<
  ConnectionAccess,
  {
    readonly visible: (userId: number, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ConnectionRecord>>
    /** Ignores the workspace, so that the caller can explain a refusal. */
    readonly find: (userId: number, id: number) => Effect.Effect<ConnectionRecord | null>
    /** For actors, which act on behalf of all viewers of a listing. */
    readonly byId: (id: number) => Effect.Effect<ConnectionRecord | null>
    readonly linked: (id: number) => Effect.Effect<ReadonlyArray<ConnectionUser>>
    /** Links a user to a shared connection. `unknown`: no such user; null: already linked. */
    readonly link: (id: number, userId: number) => Effect.Effect<ConnectionUser | "unknown" | null>
    readonly unlink: (id: number, userId: number) => Effect.Effect<ConnectionUser | null>
  }
>()("stowage/services/accounts/connections/ConnectionAccess") {}

import { Context, type Effect } from "effect"
import type { ConnectionUser } from "#domain/accounts/Connection.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"
import type { ConnectionRecord } from "./ConnectionRecords.ts"

/** Who may act as which connection: owners as their private ones, linked users as shared ones, in Manager only. */
export class ConnectionAccess extends Context.Service<ConnectionAccess, {
  readonly visible: (userId: number, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ConnectionRecord>>
  /** Whatever the workspace: what a shared one does not open in is for the caller to say. */
  readonly find: (userId: number, id: number) => Effect.Effect<ConnectionRecord | null>
  /** For actors, which act for whoever may see its listing. */
  readonly byId: (id: number) => Effect.Effect<ConnectionRecord | null>
  readonly linked: (id: number) => Effect.Effect<ReadonlyArray<ConnectionUser>>
  /** Of a shared connection. `unknown`: there is no such user; null: they were linked already. */
  readonly link: (id: number, userId: number) => Effect.Effect<ConnectionUser | "unknown" | null>
  /** Whose link ended; null when there was none. */
  readonly unlink: (id: number, userId: number) => Effect.Effect<ConnectionUser | null>
}>()("stowage/services/accounts/connections/ConnectionAccess") {}

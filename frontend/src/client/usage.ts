import type { UsageProgress as UsageProgressSchema, UsageSnapshot as UsageSnapshotSchema } from "#domain/usage/Usage.ts"
import { request } from "./request"
import { stream } from "./sse"

export type UsageSnapshot = (typeof UsageSnapshotSchema)["Encoded"]
export type UsageProgress = (typeof UsageProgressSchema)["Encoded"]

export interface UsageEvents {
  readonly progress: UsageProgress
  readonly result: UsageSnapshot
  readonly done: Readonly<Record<string, never>>
}

/** What the last recount of a context found; null when there was none. */
export const latestUsage = async (contextId: string, signal: AbortSignal): Promise<UsageSnapshot | null> =>
  (await request<{ readonly snapshot: UsageSnapshot | null }>("GET", "/manager/usage-stats/latest", { query: { context_id: contextId }, signal })).snapshot

/** Counts a context anew; the stream tells how far it is. Stopping to read stops the count, unless others read it too. */
export const recountUsage = (contextId: string, signal: AbortSignal) =>
  stream<UsageEvents>("/manager/usage-stats/stream", { method: "POST", query: { context_id: contextId }, signal })

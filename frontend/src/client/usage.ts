import type { UsageProgress as UsageProgressSchema, UsageSnapshot as UsageSnapshotSchema } from "#domain/usage/Usage.ts"
import { request } from "./request"
import { stream } from "./sse"

export type UsageSnapshot = (typeof UsageSnapshotSchema)["Encoded"]
export type UsageProgress = (typeof UsageProgressSchema)["Encoded"]

/** What the last recount of a context found; null when there was none. */
export const latestUsage = async (contextId: string, signal: AbortSignal): Promise<UsageSnapshot | null> =>
  (await request<{ readonly snapshot: UsageSnapshot | null }>("GET", "/manager/usage-stats/latest", { query: { context_id: contextId }, signal })).snapshot

/** Counts a context anew; the stream tells how far it is. Stopping to read stops the count, unless others read it too. */
export const recountUsage = (contextId: string, signal: AbortSignal) =>
  stream("POST /api/manager/usage-stats/stream", { query: { context_id: contextId }, signal })

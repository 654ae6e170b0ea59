import { callIn } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import type { LiveRows } from "~/features/buckets/live-rows/live-rows"
import {
  type Details,
  type HolderKind,
  type IamKind,
  iamRows,
  type IamRow,
  isHolder,
  policyRow,
  iamRowOf,
  withDetails
} from "./entity"
import { readDetails } from "./reading"

/** Rows per request for details; the service reads six concurrently. */
const DETAILS_PER_REQUEST = 24

interface FollowQuery {
  readonly contextId: string
  readonly isContinued: boolean
}

export const followIam = async (
  kind: IamKind,
  { contextId, isContinued }: FollowQuery,
  state: LiveRows,
  onRows: () => void,
  failed: (problem: ProblemError) => void,
  signal: AbortSignal
): Promise<void> => {
  const rows = iamRows(kind)
  rows.hold(`${contextId} `)
  const more = isContinued && rows.buckets > 0
  const seenNames = new Set<string>()
  let unread = 0
  const updateRow = (row: IamRow) => {
    seenNames.add(row.key)
    // keep older details until the new ones arrive
    rows.put(row.key, [withDetails(row, row.details ?? rows.of(row.key)?.[0]?.details ?? null)])
  }
  const learn = (items: ReadonlyArray<Details>) => {
    for (const details of items) {
      const cached = rows.of(details.name)?.[0]
      if (details.fault !== null) unread++
      if (cached !== undefined) rows.put(details.name, [withDetails(cached, details)])
    }
  }
  const count = (processed: number, total: number) => {
    state.progress = { processed, total, percent: total === 0 ? 100 : (100 * processed) / total }
    onRows()
  }
  const readDetailStream = async (of: HolderKind) => {
    for await (const frame of streamIn({ contextId }, "GET /api/manager/iam/stream/:entity", {
      params: { entity: of },
      query: { details: more ? "false" : "true" },
      signal
    })) {
      if (frame.event === "rows") for (const item of frame.data.items) updateRow(iamRowOf(of, item))
      else if (frame.event === "details") learn(frame.data.items)
      else if (frame.event === "progress" && !more) count(frame.data.detailed, frame.data.listed)
    }
  }
  const missing = async (of: HolderKind) => {
    const names = [...seenNames].filter((name) => rows.of(name)?.[0]?.details?.fault !== null)
    let read = seenNames.size - names.length
    for (let at = 0; at < names.length && !signal.aborted; at += DETAILS_PER_REQUEST) {
      const items = await readDetails(of, names.slice(at, at + DETAILS_PER_REQUEST), contextId, signal)
      learn(items)
      count((read += items.length), seenNames.size)
    }
  }
  try {
    if (isHolder(kind)) {
      await readDetailStream(kind)
      rows.only(seenNames)
      if (more) await missing(kind)
      state.unavailable = unread
    } else
      for (const policy of (await callIn({ contextId }, "GET /api/manager/iam/policies", { signal })).items)
        updateRow(policyRow(policy))
    if (signal.aborted) return
    rows.only(seenNames)
    rows.whole()
    state.phase = "done"
    state.readAt = new Date().toISOString()
    onRows()
  } catch (cause) {
    if (!signal.aborted && !isAbort(cause)) failed(asProblem(cause))
  }
}

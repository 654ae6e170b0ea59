import { ProblemError } from "~/client/problem-error"
import { followIn } from "~/client/sse"
import { asExposed } from "~/features/buckets/exposure/exposed"
import { asListed, featureNamed } from "~/features/buckets/feature-rules/rule"
import { type CachedRows, cachedRows } from "./cached-rows"
import type { LiveRows, LivePage } from "./live-rows"

interface FollowQuery {
  readonly contextId: string
  readonly feature: string
  readonly again: boolean
}

type FeaturesDone = {
  readonly buckets: number
  readonly unavailable: number
  readonly listing: {
    readonly state: string
    readonly last_error: { readonly code: string; readonly detail: string } | null
  }
}
type StreamMessage =
  | { readonly event: "progress"; readonly data: NonNullable<LiveRows["progress"]> }
  | { readonly event: "done"; readonly data: FeaturesDone }

export const followRows = (
  page: LivePage,
  { again, contextId, feature }: FollowQuery,
  state: LiveRows,
  shown: () => void,
  anew: () => void,
  signal: AbortSignal
): Promise<void> => {
  const rows: CachedRows<object> = cachedRows(page)
  rows.hold(page === "exposure" ? `${contextId} ` : `${contextId} ${featureNamed(feature)}`)
  const query = again ? { again: "true" as const } : {}
  const onMessage = (message: StreamMessage) => {
    if (message.event === "progress") {
      state.progress = message.data
      return
    }
    const { listing, unavailable } = message.data
    // no buckets are known, which differs from an empty listing
    if (listing.state === "empty" && listing.last_error !== null) {
      rows.failed(
        new ProblemError({
          status: 502,
          code: listing.last_error.code,
          title: "The buckets could not be listed",
          detail: listing.last_error.detail
        })
      )
    } else rows.whole()
    state.unlisted = listing.last_error?.detail ?? ""
    state.unavailable = unavailable
    state.phase = "done"
    state.readAt = new Date().toISOString()
    if (message.data.buckets < rows.buckets) anew()
    else shown()
  }
  const onState = (open: boolean, problem: ProblemError | null) => {
    state.live = open
    state.failure = problem?.message ?? ""
    // The stream reconnects by itself; readers that wait for the first rows get the reason.
    if (problem !== null) rows.failed(problem)
  }
  if (page === "exposure") {
    return followIn(
      { contextId },
      "GET /api/manager/exposure/stream",
      { query, signal },
      {
        onState,
        onFrame: (message) => {
          if (message.event !== "rows") return onMessage(message)
          for (const row of message.data.rows) rows.put(row.bucket, [asExposed(row)])
          shown()
        }
      }
    )
  }
  return followIn(
    { contextId },
    "GET /api/manager/feature-rules/stream",
    { query: { ...query, feature: featureNamed(feature) }, signal },
    {
      onState,
      onFrame: (message) => {
        if (message.event !== "rows") return onMessage(message)
        for (const { bucket, rules } of message.data.rows) rows.put(bucket, rules.map(asListed))
        shown()
      }
    }
  )
}

import { followIn } from "~/client/sse"
import { pollWhileClosed } from "./poll-while-closed"

/** Follows the run's stream, and polls every five seconds while it is closed. Changes meanwhile cause one more call. */
export const followBucketRun = async (
  runId: number,
  contextId: string,
  signal: AbortSignal,
  refresh: () => Promise<void>
): Promise<void> => {
  const following = new AbortController()
  let isRefreshing = false
  let isOutdated = false
  const update = async () => {
    isOutdated = true
    if (isRefreshing) return
    isRefreshing = true
    while (isOutdated && !signal.aborted) {
      isOutdated = false
      await refresh()
    }
    isRefreshing = false
  }
  const polling = pollWhileClosed(() => void update())
  const stop = () => {
    polling.stop()
    following.abort()
  }
  signal.addEventListener("abort", stop, { once: true })
  await followIn(
    { contextId },
    "GET /api/manager/work/:run_id/stream",
    { params: { run_id: runId }, signal: following.signal },
    {
      onFrame: (frame) => {
        void update()
        if (frame.event === "done") stop()
      },
      onState: polling.onState
    }
  )
}

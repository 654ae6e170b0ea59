import { follow } from "~/client/sse"

/**
 * Tells the count of unread notifications as it changes, until `signal` aborts. One tab of a browser keeps the stream and tells the
 * others: connections to one service are few.
 */
export const watchUnread = (userId: number, signal: AbortSignal, told: (count: number) => void): void => {
  const name = `stowage:unread:${userId}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => { if (typeof data === "number") told(data) }
  signal.addEventListener("abort", () => channel.close(), { once: true })
  const keep = () => follow("GET /api/notifications/stream", { signal }, {
    onFrame: ({ data: { unread_count } }) => {
      told(unread_count)
      if (!signal.aborted) channel.postMessage(unread_count)
    }
  })
  // whoever waits for the lock is told by the one that has it, and takes over when its tab is closed; aborted is not failed
  navigator.locks.request(name, { signal }, keep).catch(() => undefined)
}

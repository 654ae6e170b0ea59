import type { Signal } from "@builder.io/qwik"
import type { SignedIn } from "~/client/session"
import { follow } from "~/client/sse"
import { tellUnread } from "~/lib/notification"
import { userOf } from "~/lib/session-context"

/** A page belongs to one person: whoever replaces them gets another page. */
let watching = false

const until = async (session: Signal<SignedIn | null>): Promise<SignedIn> => {
  while (session.value === null) await new Promise((resolve) => setTimeout(resolve, 250))
  return session.value
}

/**
 * Tells the count of unread notifications as it changes, for as long as the page is there. One tab of a browser keeps the stream and
 * tells the others: connections to one service are few.
 */
export const watchUnread = async (session: Signal<SignedIn | null>): Promise<void> => {
  if (watching) return
  watching = true
  const user = userOf(await until(session))
  if (user === undefined) return
  const name = `stowage:unread:${user.id}`
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => { if (typeof data === "number") tellUnread({ unread_count: data }) }
  const { signal } = new AbortController()
  // whoever waits for the lock is told by the one that has it, and takes over when its tab is closed
  await navigator.locks.request(name, () => follow("GET /api/notifications/stream", { signal }, {
    onFrame: ({ data }) => {
      tellUnread(data)
      channel.postMessage(data.unread_count)
    }
  }))
}

import type { Signal } from "@builder.io/qwik"
import type { Frame } from "~/client/contract"
import { openSession } from "~/client/refresh"
import type { SignedIn } from "~/client/session"
import { follow } from "~/client/sse"
import { tellUnread } from "~/lib/notification"
import { userOf } from "~/lib/session-context"

type OwnFrame = Frame<"GET /api/notifications/stream">
/** What tabs of one browser tell each other: what the stream said, and that one has come and asks for it. */
type Told = OwnFrame | { readonly event: "come" }

/** A page belongs to one person: whoever replaces them gets another page. */
let watching = false
/** Whether the session is being read, and the mark that was told last: one that comes meanwhile is looked at afterwards. */
let reading = false
let marked = ""

const until = async (session: Signal<SignedIn | null>): Promise<SignedIn> => {
  while (session.value === null) await new Promise((resolve) => setTimeout(resolve, 250))
  return session.value
}

/** Reads who one is again while the page knows another mark than the service; what one may act as is read with it (`use-contexts-of-workspace.ts`). */
const renew = async (session: Signal<SignedIn | null>): Promise<void> => {
  if (reading) return
  reading = true
  try {
    for (let asked = ""; asked !== marked && session.value?.kind === "user" && session.value.access_mark !== marked;) {
      asked = marked
      const now = await openSession()
      if (!now.authenticated) return
      session.value = now
    }
  } catch {
    // the service is there and did not answer this: the stream tells the mark again within a minute, and each request is judged by itself
  } finally {
    reading = false
  }
}

/**
 * Takes in what the service tells of its reader's own, for as long as the page is there: how many notifications are unread, and that what
 * they may do has changed. One tab of a browser keeps the stream and tells the others: connections to one service are few.
 */
export const watchOwnNews = async (session: Signal<SignedIn | null>): Promise<void> => {
  if (watching) return
  watching = true
  const user = userOf(await until(session))
  if (user === undefined) return
  const name = `stowage:own:${user.id}`
  const channel = new BroadcastChannel(name)
  const last = new Map<string, OwnFrame>()
  let heard = false
  const take = (frame: OwnFrame): void => {
    if (frame.event === "unread") {
      // the first one mostly says what came with the session: the bell, whose script nobody has fetched yet, knows that
      const known = !heard && session.value?.kind === "user" && session.value.unread_notifications === frame.data.unread_count
      heard = true
      return known ? undefined : tellUnread(frame.data)
    }
    if (frame.event === "shares") {
      document.dispatchEvent(new Event("shares"))
      return
    }
    marked = frame.data.access_mark
    void renew(session)
  }
  channel.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (told.event !== "come") return take(told)
    // only the tab that has the stream knows
    for (const frame of last.values()) channel.postMessage(frame)
  }
  channel.postMessage({ event: "come" } satisfies Told)
  const { signal } = new AbortController()
  // whoever waits for the lock is told by the one that has it, and takes over when its tab is closed
  await navigator.locks.request(name, () => follow("GET /api/notifications/stream", { signal }, {
    onFrame: (frame) => {
      last.set(frame.event, frame)
      take(frame)
      channel.postMessage(frame)
    }
  }))
}

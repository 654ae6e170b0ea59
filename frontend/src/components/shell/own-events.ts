import type { Signal } from "@builder.io/qwik"
import type { Frame } from "~/client/contract"
import { openSession } from "~/client/refresh"
import type { SignedIn } from "~/client/session"
import { followEventStream } from "~/client/sse"
import { publishUnread } from "~/lib/notification"
import { signedInUser } from "~/lib/session-context"

type OwnFrame = Frame<"GET /api/notifications/stream">
type TabMessage = OwnFrame | { readonly event: "come" }

let watching = false
let reading = false
let latestMark = ""

const until = async (session: Signal<SignedIn | null>): Promise<SignedIn> => {
  while (session.value === null) await new Promise((resolve) => setTimeout(resolve, 250))
  return session.value
}

const renew = async (session: Signal<SignedIn | null>): Promise<void> => {
  if (reading) return
  reading = true
  try {
    for (
      let lastRequest = "";
      lastRequest !== latestMark && session.value?.kind === "user" && session.value.access_mark !== latestMark;
    ) {
      lastRequest = latestMark
      const now = await openSession()
      if (!now.authenticated) return
      session.value = now
    }
  } catch {
    // The stream repeats the mark within a minute.
  } finally {
    reading = false
  }
}

/** One tab holds the stream and forwards events, to limit connections. */
export const followOwnEvents = async (session: Signal<SignedIn | null>): Promise<void> => {
  if (watching) return
  watching = true
  const user = signedInUser(await until(session))
  if (user === undefined) return
  const name = `stowage:own:${user.id}`
  const channel = new BroadcastChannel(name)
  const last = new Map<string, OwnFrame>()
  let receivedFirst = false
  const take = (frame: OwnFrame): void => {
    if (frame.event === "unread") {
      // The bell already shows the count from the session.
      const known =
        !receivedFirst &&
        session.value?.kind === "user" &&
        session.value.unread_notifications === frame.data.unread_count
      receivedFirst = true
      return known ? undefined : publishUnread(frame.data)
    }
    if (frame.event === "shares") {
      document.dispatchEvent(new Event("shares"))
      return
    }
    latestMark = frame.data.access_mark
    void renew(session)
  }
  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.event !== "come") return take(message)
    for (const frame of last.values()) channel.postMessage(frame)
  }
  channel.postMessage({ event: "come" } satisfies TabMessage)
  const { signal } = new AbortController()
  // The next owner takes over when that tab closes.
  await navigator.locks.request(name, () =>
    followEventStream(
      "GET /api/notifications/stream",
      { signal },
      {
        onFrame: (frame) => {
          last.set(frame.event, frame)
          take(frame)
          channel.postMessage(frame)
        }
      }
    )
  )
}

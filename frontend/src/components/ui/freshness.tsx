import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { linkState, subscribeToLink } from "~/client/link/link"
import { serverNow } from "~/client/server-clock"
import { freshnessOf, type StreamState, LIVE_FOR } from "~/lib/freshness"
import { Ago } from "./ago"
import { Icon } from "./icon"

interface FreshnessLineProps {
  readonly stream: StreamState["stream"]
  readonly readAt: string | null
  readonly stale: boolean
  readonly verb?: string
}

export const FreshnessLine = component$<FreshnessLineProps>((props) => {
  const now = useSignal(serverNow())
  /** An open stream is not live when the service is unreachable. */
  const unreachable = useSignal(false)
  useVisibleTask$(
    ({ cleanup }) => {
      unreachable.value = linkState().reach !== "online"
      cleanup(
        subscribeToLink(({ reach }) => {
          unreachable.value = reach !== "online"
        })
      )
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track, cleanup }) => {
      const readAt = track(() => props.readAt)
      track(() => props.stream)
      now.value = serverNow()
      if (readAt === null) return
      const ends = Date.parse(readAt) + LIVE_FOR - now.value
      if (ends <= 0) return
      const timer = setTimeout(() => {
        now.value = serverNow()
      }, ends + 100)
      cleanup(() => clearTimeout(timer))
    },
    { strategy: "document-ready" }
  )
  const { readAt, stale } = props
  const stream = unreachable.value && props.stream === "open" ? "closed" : props.stream
  const state = freshnessOf({ stream, stale, readAt: readAt === null ? null : Date.parse(readAt) }, now.value)
  if (state === "unread" || readAt === null) return null
  return (
    <span class="flex items-center gap-1.5 text-xs text-ink-3" data-freshness={state}>
      {state === "live" ? (
        <>
          <Icon name="activity" class="text-ok" /> Live
        </>
      ) : state === "updated" ? (
        <>
          <Icon name="history" />
          <span>
            {props.verb ?? "Updated"} <Ago at={readAt} />
          </span>
        </>
      ) : (
        <>
          <Icon name="wifi-off" />
          <span>
            {state === "stale" ? "Stale, last read" : "Not live, last read"} <Ago at={readAt} />, trying again
          </span>
        </>
      )}
    </span>
  )
})

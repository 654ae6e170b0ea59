import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { serverNow } from "~/client/server-clock"
import { dateTime } from "~/lib/format"
import { remainingText } from "./remaining-text"

export const Ends = component$<{ readonly at: string }>(({ at }) => {
  const text = useSignal(() => remainingText(at, serverNow()))
  useVisibleTask$(
    ({ cleanup }) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const tick = () => {
        const now = serverNow()
        text.value = remainingText(at, now)
        timer = setTimeout(tick, Date.parse(at) - now < 3_600_000 ? 1_000 : 60_000)
      }
      tick()
      cleanup(() => clearTimeout(timer))
    },
    { strategy: "document-ready" }
  )
  return (
    <time dateTime={at} title={dateTime(at)} class="num" data-testid="ends">
      {text.value}
    </time>
  )
})

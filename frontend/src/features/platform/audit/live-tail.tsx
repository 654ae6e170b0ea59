import { component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { followEventStream } from "~/client/sse"
import type { ListingState } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { passesEntryFilter } from "./window"

interface LiveTailProps {
  readonly listing: ListingState
  /** Owned by the page, so that new rows do not reset it. */
  readonly on: Signal<boolean>
}

const scrollToTop = (): Promise<void> =>
  new Promise((resolve) => {
    document.querySelector(".rt-grid")?.scrollTo({ top: 0 })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** New rows wait for "Show", so that rows do not move under the pointer. */
export const LiveTail = component$<LiveTailProps>(({ listing, on }) => {
  const { table } = listing
  const pendingCount = useSignal(0)
  const open = useSignal(false)
  useVisibleTask$(
    ({ cleanup, track }) => {
      const isOn = track(() => on.value)
      const [search, role, scope] = [
        track(() => table.url.q),
        track(() => table.url["role"]),
        track(() => table.url["scope"])
      ]
      const [action, status] = [track(() => table.url["action"]), track(() => table.url["status"])]
      pendingCount.value = 0
      open.value = false
      if (!isOn) return
      const sieve = { action: action || null, status: status ? status.split(",") : null }
      const controller = new AbortController()
      cleanup(() => controller.abort())
      let last = 0
      void followEventStream(
        "GET /api/admin/audit/stream",
        {
          query: {
            ...(search?.trim() ? { search: search.trim() } : {}),
            ...(role ? { role } : {}),
            ...(scope ? { scope } : {})
          },
          signal: controller.signal
        },
        {
          onState: (is) => {
            open.value = is
          },
          onFrame: (frame) => {
            if (frame.event === "entry") {
              if (Number(frame.id) > last && passesEntryFilter(sieve, frame.data)) pendingCount.value++
            } else if (frame.event === "skipped") pendingCount.value += Math.max(1, frame.data.seq - last)
            else if (last === 0) table.handle.value?.reload()
            last = Number(frame.id)
          }
        }
      )
    },
    { strategy: "document-ready" }
  )
  return (
    <span class="flex flex-wrap items-center gap-2">
      <span role="status" class="flex items-center gap-2 text-xs">
        {on.value && pendingCount.value > 0 && (
          <button
            type="button"
            class="btn btn-secondary btn-sm text-accent-text"
            onClick$={async () => {
              pendingCount.value = 0
              await scrollToTop()
              table.handle.value?.reload()
            }}
          >
            {pendingCount.value === 1 ? "1 new entry" : `${int(pendingCount.value)} new entries`} · Show
          </button>
        )}
      </span>
      <button
        type="button"
        class="btn btn-secondary"
        role="switch"
        aria-checked={on.value}
        onClick$={() => {
          on.value = !on.value
        }}
      >
        <Icon
          name={on.value && !open.value ? "loader-circle" : "activity"}
          class={on.value ? (open.value ? "text-ok" : "spin") : ""}
        />{" "}
        Live
      </button>
    </span>
  )
})

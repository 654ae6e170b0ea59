import { component$, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { bytes } from "~/lib/format"
import { clearFinished, controlOf, isUnfinished, type Transfer, useTransfers } from "~/lib/transfers"

const ICON = { queued: "upload", running: "upload", done: "circle-check", failed: "circle-alert", cancelled: "circle-x" } as const
const TONE = { queued: "text-ink-3", running: "text-accent-text", done: "text-ok", failed: "text-danger", cancelled: "text-ink-3" } as const
const SAID = { queued: "waiting", running: "uploading", done: "done", failed: "failed", cancelled: "cancelled" } as const

export const TransferTray = component$(() => {
  const transfers = useTransfers()
  // Leaving the page would cut running uploads: the browser asks first.
  useVisibleTask$(
    ({ track, cleanup }) => {
      if (!track(() => transfers.items.some(isUnfinished))) return
      const ask = (event: BeforeUnloadEvent) => event.preventDefault()
      window.addEventListener("beforeunload", ask)
      cleanup(() => window.removeEventListener("beforeunload", ask))
    },
    { strategy: "document-idle" }
  )
  if (transfers.items.length === 0) return null
  const finished = transfers.items.filter((item) => !isUnfinished(item)).length
  return (
    <section class="tray" aria-label="Transfers">
      <header class="flex items-center gap-1 border-b border-line py-1.5 pr-2 pl-3">
        <h2 class="flex-1 font-medium">Transfers <span class="num font-normal text-ink-3">{finished}/{transfers.items.length}</span></h2>
        {finished > 0 && <button type="button" class="btn btn-ghost btn-sm" onClick$={() => clearFinished(transfers)}>Clear finished</button>}
        <button
          type="button"
          class="btn btn-ghost btn-icon btn-sm"
          aria-label={transfers.open ? "Fold transfers" : "Unfold transfers"}
          aria-expanded={transfers.open ? "true" : "false"}
          onClick$={() => { transfers.open = !transfers.open }}
        >
          <Icon name={transfers.open ? "chevron-down" : "chevron-up"} />
        </button>
      </header>
      {transfers.open && (
        <ul class="max-h-72 overflow-y-auto">
          {transfers.items.map((item) => <TransferRow key={item.id} transfer={item} />)}
        </ul>
      )}
    </section>
  )
})

const TransferRow = component$<{ readonly transfer: Transfer }>(({ transfer }) => (
  <li class="flex items-center gap-3 border-b border-line px-3 py-2 last:border-0">
    <Icon name={ICON[transfer.state]} class={TONE[transfer.state]} />
    <div class="min-w-0 flex-1">
      <p class="truncate" title={transfer.name}>{transfer.name}</p>
      <p class="truncate text-2xs text-ink-3">{transfer.target}</p>
      {isUnfinished(transfer) && <progress class="meter mt-1" max={transfer.size || 1} value={transfer.sent} aria-label={`Progress of ${transfer.name}`} />}
      <p class={["num mt-1 text-2xs", transfer.state === "failed" ? "text-danger" : "text-ink-3"]}>
        {transfer.state === "failed" ? transfer.error : transfer.state === "running" ? `${bytes(transfer.sent)} of ${bytes(transfer.size)}` : `${bytes(transfer.size)} · ${SAID[transfer.state]}`}
      </p>
    </div>
    {isUnfinished(transfer) && (
      <button type="button" class="btn btn-ghost btn-icon btn-sm" aria-label={`Cancel ${transfer.name}`} onClick$={() => controlOf(transfer.id)?.cancel()}><Icon name="x" /></button>
    )}
    {transfer.state === "failed" && controlOf(transfer.id)?.retry && (
      <button type="button" class="btn btn-ghost btn-icon btn-sm" aria-label={`Try ${transfer.name} again`} onClick$={() => controlOf(transfer.id)?.retry?.()}><Icon name="refresh-cw" /></button>
    )}
  </li>
))

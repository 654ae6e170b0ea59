import { $, component$, type Signal, sync$, useOnDocument, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { useNavigate } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { isAbort } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { type Command, findCommands } from "~/lib/commands"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useSession } from "~/lib/session-context"
import { workspacesFor } from "~/lib/workspaces"

/** Ctrl-K: pages, actions, and the buckets of the present context. */
export const CommandPalette = component$<{ readonly open: Signal<boolean> }>(({ open }) => {
  const dialog = useSignal<HTMLDialogElement>()
  const session = useSession()
  const contexts = useExecutionContexts()
  const navigate = useNavigate()
  const text = useSignal("")
  const chosen = useSignal(0)
  const buckets = useSignal<ReadonlyArray<Command>>([])
  const hits = [...findCommands(workspacesFor(session.value), text.value), ...buckets.value]

  useOnDocument(
    "keydown",
    sync$((event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") event.preventDefault()
    })
  )
  useOnDocument(
    "keydown",
    $((event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") open.value = !open.value
    })
  )
  useVisibleTask$(
    ({ track }) => {
      const wanted = track(() => open.value)
      if (wanted && !dialog.value?.open) {
        text.value = ""
        chosen.value = 0
        dialog.value?.showModal()
      } else if (!wanted && dialog.value?.open) dialog.value.close()
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track, cleanup }) => {
      const search = track(() => text.value).trim()
      const contextId = contexts.workspace === "manager" ? contexts.current?.id : undefined
      buckets.value = []
      if (search.length < 2 || contextId === undefined) return
      const asked = new AbortController()
      const timer = setTimeout(async () => {
        try {
          const { items } = await call("GET /api/manager/buckets", { query: { context_id: contextId, search, page: 1, page_size: 6, sort_by: "name" }, signal: asked.signal })
          buckets.value = items.map((bucket) => ({
            label: bucket.name,
            group: "Bucket",
            href: `/manager/buckets?open=${encodeURIComponent(bucket.name)}`,
            icon: "database" as const
          }))
        } catch (cause) {
          // The palette works without buckets; the buckets page says what is wrong with them.
          if (!isAbort(cause)) buckets.value = []
        }
      }, 180)
      cleanup(() => {
        clearTimeout(timer)
        asked.abort()
      })
    },
    { strategy: "document-ready" }
  )
  const go = $(async (href: string) => {
    open.value = false
    await navigate(href)
  })

  return (
    <dialog ref={dialog} class="palette" aria-label="Search or jump to" onClose$={() => { open.value = false }}>
      <div class="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" class="text-ink-3" />
        <input
          class="h-11 min-w-0 flex-1 bg-transparent text-base outline-none!"
          placeholder="Search pages, actions and buckets…"
          autoFocus
          autoComplete="off"
          spellcheck={false}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={hits.length > 0 ? `palette-${chosen.value}` : undefined}
          aria-label="Search pages, actions and buckets"
          value={text.value}
          onInput$={(_, input) => {
            text.value = input.value
            chosen.value = 0
          }}
          onKeyDown$={[
            sync$((event: KeyboardEvent) => { if (event.key === "ArrowDown" || event.key === "ArrowUp") event.preventDefault() }),
            $(async (event: KeyboardEvent, input: HTMLInputElement) => {
              // Read anew: a fast typist presses Enter before the list is rendered.
              const found = [...findCommands(workspacesFor(session.value), input.value), ...buckets.value]
              if (event.key === "ArrowDown") chosen.value = Math.min(chosen.value + 1, found.length - 1)
              else if (event.key === "ArrowUp") chosen.value = Math.max(chosen.value - 1, 0)
              else if (event.key === "Enter") {
                const command = found[chosen.value]
                if (command) await go(command.href)
              }
            })
          ]}
        />
        <kbd class="kbd" aria-hidden="true">Esc</kbd>
      </div>
      <ul id="palette-list" role="listbox" aria-label="Results" class="max-h-96 overflow-y-auto p-1.5">
        {hits.map((hit, index) => (
          <li
            key={`${hit.group} ${hit.label}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen.value ? "true" : "false"}
            class={["menu-item", index === chosen.value && "menu-item-on"]}
            onClick$={() => go(hit.href)}
          >
            <Icon name={hit.icon} />
            <span class="min-w-0 flex-1 truncate">{hit.label}</span>
            <span class="text-xs text-ink-3">{hit.group}</span>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p class="px-3 pb-6 text-center text-ink-3" role="status">Nothing is called “{text.value}”</p>}
    </dialog>
  )
})

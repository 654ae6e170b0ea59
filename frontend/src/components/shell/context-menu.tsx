import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { CONTEXT_ICON, ContextList } from "./context-list"

const STATUS_TEXT = {
  none: "No execution context",
  unknown: "Choose a context",
  failed: "Contexts could not be loaded"
} as const

export const ContextMenu = component$(() => {
  const contexts = useExecutionContexts()
  const opened = useSignal(0)
  const times = useSignal(0)
  const { current, state } = contexts
  if (contexts.workspace === null || state.status === "forbidden") return null
  if (state.status === "loading")
    return <span class="skeleton h-4 w-36 max-sm:w-16" aria-label="Loading execution contexts" role="img" />
  if (state.status === "none" || state.status === "failed")
    return <span class="truncate text-ink-3">{STATUS_TEXT[state.status]}</span>
  return (
    <>
      <button type="button" class="context-button btn btn-ghost" popovertarget="context-menu" aria-haspopup="listbox">
        <span class="sr-only">Execution context: </span>
        {current !== null && <Icon name={CONTEXT_ICON[current.kind]} class="max-sm:hidden" />}
        <span class="context-name" title={current?.name}>
          {current?.name ?? STATUS_TEXT.unknown}
        </span>
        {current !== null && (
          <span class="hidden truncate font-normal text-ink-3 lg:inline">{current.endpoint_name}</span>
        )}
        <Icon name="chevrons-up-down" class="size-3.5 flex-none text-ink-3" />
      </button>
      {current?.endpoint_is_sandbox && (
        <span
          class="badge badge-info hidden flex-none md:inline-flex"
          title="The sandbox gateway is built in, for trying things out. Do not keep data in it."
        >
          Sandbox: for trying out
        </span>
      )}
      <div
        id="context-menu"
        popover="auto"
        class="menu context-menu"
        role="group"
        aria-label="Execution contexts"
        onToggle$={(event) => {
          opened.value = event.newState === "open" ? ++times.value : 0
        }}
      >
        {opened.value > 0 && <ContextList key={opened.value} id="context" focused />}
      </div>
    </>
  )
})

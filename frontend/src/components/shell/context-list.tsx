import { $, component$, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { findContexts, MAX_LISTED_CONTEXTS } from "~/lib/context-search"
import { addressInContext, recentContexts, useExecutionContexts } from "~/lib/execution-contexts"
import { int } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { focusWhenRendered } from "~/lib/focus-when-rendered"
import { useGoTo } from "~/lib/use-go-to"
import { ContextCapabilities } from "./context-capabilities"

const KIND = { account: "RGW account", connection: "Connection", s3_user: "RGW user", cluster: "Cluster" } as const
export const CONTEXT_ICON = { account: "users", connection: "plug", s3_user: "user", cluster: "server" } as const

interface ListProps {
  readonly id: string
  readonly focused?: boolean
}

export const ContextList = component$<ListProps>(({ focused, id }) => {
  const contexts = useExecutionContexts()
  const location = useLocation()
  const go = useGoTo()
  const field = useSignal<HTMLInputElement>()
  const list = useSignal<HTMLElement>()
  const text = useSignal("")
  const markedIndex = useSignal(-1)
  const recent = useSignal<ReadonlyArray<string>>([])

  useVisibleTask$(
    () => {
      if (contexts.workspace !== null) recent.value = recentContexts(contexts.workspace)
      const matches = findContexts(contexts.list, recent.value, "").groups.flatMap((group) => group.contexts)
      markedIndex.value = Math.max(
        0,
        matches.findIndex((context) => context.id === contexts.current?.id)
      )
      if (focused)
        focusWhenRendered(
          () => field.value,
          () =>
            document.activeElement === document.body || document.activeElement?.hasAttribute("popovertarget") === true
        )
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const index = track(() => markedIndex.value)
      track(() => text.value)
      list.value?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" })
    },
    { strategy: "document-ready" }
  )

  const choose = $(async (contextId: string) => {
    field.value?.closest<HTMLElement>("[popover]")?.hidePopover()
    await go(addressInContext(location.url.pathname, contextId))
  })

  const { groups, matching } = findContexts(contexts.list, recent.value, text.value)
  let index = -1
  return (
    <>
      <label class="relative block border-b border-line">
        <span class="sr-only">Search execution contexts</span>
        <Icon name="search" class="pointer-events-none absolute top-3 left-3 text-ink-3" />
        <input
          ref={field}
          class="h-10 w-full bg-transparent pr-3 pl-9 text-sm outline-none!"
          type="text"
          placeholder="Search by name, id or endpoint"
          autoComplete="off"
          spellcheck={false}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={matching > 0 && markedIndex.value >= 0 ? `${id}-${markedIndex.value}` : undefined}
          onInput$={(_, input) => {
            text.value = input.value
            markedIndex.value = 0
          }}
          onKeyDown$={[
            sync$((event: KeyboardEvent) => {
              if (["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) event.preventDefault()
            }),
            $(async (event: KeyboardEvent, input: HTMLInputElement) => {
              if (event.isComposing) return
              // A fast typist presses Enter before the list renders.
              const matches = findContexts(contexts.list, recent.value, input.value).groups.flatMap(
                (group) => group.contexts
              )
              const last = matches.length - 1
              const at = Math.min(markedIndex.value, last)
              if (event.key === "ArrowDown") markedIndex.value = at >= last ? 0 : at + 1
              else if (event.key === "ArrowUp") markedIndex.value = at <= 0 ? last : at - 1
              else if (event.key === "PageDown") markedIndex.value = Math.min(last, at + 8)
              else if (event.key === "PageUp") markedIndex.value = Math.max(0, at - 8)
              else if (event.key === "Enter") {
                const chosen = matches[Math.max(0, at)]
                if (chosen) await choose(chosen.id)
              }
            })
          ]}
        />
      </label>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Execution contexts"
        tabIndex={-1}
        class="max-h-80 overflow-y-auto p-1.5"
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p class="menu-title" aria-hidden="true">
              {group.title}
            </p>
            {group.contexts.map((context) => {
              const place = ++index
              const current = context.id === contexts.current?.id
              return (
                <div
                  key={context.id}
                  id={`${id}-${place}`}
                  data-index={place}
                  role="option"
                  aria-selected={place === markedIndex.value ? "true" : "false"}
                  aria-current={current ? "true" : undefined}
                  class={["menu-item", place === markedIndex.value && "bg-selected"]}
                  onClick$={() => choose(context.id)}
                >
                  <Icon name={CONTEXT_ICON[context.kind]} />
                  <span class="min-w-0 flex-1">
                    <span class="block truncate font-medium text-ink" title={context.name}>
                      {context.name}
                    </span>
                    <span class="block truncate text-xs text-ink-3">
                      {KIND[context.kind]} ·{" "}
                      {group.title === context.endpoint_name ? "" : `${context.endpoint_name} · `}
                      <span class="font-mono">{context.id}</span>
                      {context.tags.length > 0 && ` · ${context.tags.map(({ label }) => label).join(", ")}`}
                    </span>
                    {context.unusable_reason !== null && (
                      <span class="block truncate text-xs text-warn">
                        {context.unusable_reason === "expired"
                          ? "Its credentials have ended"
                          : "Its host is not allowed"}
                      </span>
                    )}
                  </span>
                  {current && <Icon name="check" label="current" />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p class="border-t border-line px-3 py-2 text-xs text-ink-3" role="status">
        {matching === 0
          ? "None of your execution contexts matches."
          : matching > MAX_LISTED_CONTEXTS
            ? `${MAX_LISTED_CONTEXTS} of ${int(matching)}. Type to find the others.`
            : `${int(matching)} execution ${matching === 1 ? "context" : "contexts"}`}
      </p>
      {focused && contexts.current !== null && contexts.workspace === "manager" && (
        <ContextCapabilities key={contexts.current.id} contextId={contexts.current.id} name={contexts.current.name} />
      )}
    </>
  )
})

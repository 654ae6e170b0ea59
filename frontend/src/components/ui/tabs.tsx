import { component$, type Signal, sync$ } from "@builder.io/qwik"

interface TabsProps {
  /** Makes ids unique; the content is `<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>`. */
  readonly id: string
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly id: string; readonly label: string }>
  readonly current: Signal<string>
}

/** Tabs over one panel: arrow keys choose at once. */
export const Tabs = component$<TabsProps>(({ current, id, label, tabs }) => (
  <div
    role="tablist"
    aria-label={label}
    class="flex gap-4"
    onKeyDown$={[
      sync$((event: KeyboardEvent) => { if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.preventDefault() }),
      (event: KeyboardEvent, list: HTMLElement) => {
        const here = tabs.findIndex((tab) => tab.id === current.value)
        const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key]
        const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
        if (!next) return
        current.value = next.id
        list.querySelector<HTMLElement>(`#${id}-${next.id}`)?.focus()
      }
    ]}
  >
    {tabs.map((tab) => (
      <button
        key={tab.id}
        id={`${id}-${tab.id}`}
        type="button"
        role="tab"
        class="tab"
        aria-selected={current.value === tab.id ? "true" : "false"}
        aria-controls={`${id}-panel`}
        tabIndex={current.value === tab.id ? 0 : -1}
        onClick$={() => { current.value = tab.id }}
      >
        {tab.label}
      </button>
    ))}
  </div>
))

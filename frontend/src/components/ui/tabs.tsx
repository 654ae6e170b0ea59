import { component$, type Signal, sync$ } from "@builder.io/qwik"

interface TabsProps {
  /** The content is `<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>`. */
  readonly id: string
  readonly label: string
  readonly tabs: ReadonlyArray<{ readonly id: string; readonly label: string }>
  readonly current: Signal<string>
}

export const validTab = (tabs: TabsProps["tabs"], chosen: string): string =>
  (tabs.find((tab) => tab.id === chosen) ?? tabs[0])?.id ?? ""

export const Tabs = component$<TabsProps>(({ current, id, label, tabs }) => {
  const activeTab = validTab(tabs, current.value)
  return (
    <div
      role="tablist"
      aria-label={label}
      class="flex flex-wrap gap-x-4"
      onKeyDown$={[
        sync$((event: KeyboardEvent) => {
          if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.preventDefault()
        }),
        (event: KeyboardEvent, list: HTMLElement) => {
          const here = tabs.findIndex((tab) => tab.id === validTab(tabs, current.value))
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
          aria-selected={activeTab === tab.id ? "true" : "false"}
          aria-controls={`${id}-panel`}
          tabIndex={activeTab === tab.id ? 0 : -1}
          onClick$={() => {
            current.value = tab.id
          }}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
})

import { component$, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { columnsText, hiddenIn } from "./columns-address"
import { ColumnChoices } from "./column-choices"
import type { Column } from "./types"
import type { Table } from "./use-resource-table"

const SEARCH_DEBOUNCE = 180

export const TableSearch = component$<{ readonly table: Table; readonly label: string }>(({ label, table }) => {
  const text = useSignal(table.url.q)
  const sent = useSignal(table.url.q)
  useVisibleTask$(
    ({ track, cleanup }) => {
      const typed = track(() => text.value)
      // The rendered text must not overwrite a newer address.
      if (typed === sent.value) return
      const timer = setTimeout(
        () => {
          sent.value = typed
          table.url.q = typed
        },
        typed === "" ? 0 : SEARCH_DEBOUNCE
      )
      cleanup(() => clearTimeout(timer))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const given = track(() => table.url.q)
      if (given !== sent.value) text.value = given
      sent.value = given
    },
    { strategy: "document-ready" }
  )
  return (
    <label class="rt-search">
      <span class="sr-only">{label}</span>
      <Icon name="search" class="pointer-events-none absolute top-2 left-2.5 text-ink-3" />
      <input
        class="input pl-8"
        type="search"
        name="q"
        autoComplete="off"
        spellcheck={false}
        placeholder={label}
        bind:value={text}
      />
    </label>
  )
})

const DENSITIES = [
  ["compact", "Compact rows", "rows-4"],
  ["default", "Default rows", "rows-3"],
  ["comfortable", "Comfortable rows", "rows-2"]
] as const

/** In a cookie, so that the server renders it. */
export const DensityChoice = component$(() => {
  const group = useSignal<HTMLElement>()
  useVisibleTask$(
    () => {
      const density = document.documentElement.dataset["density"] ?? "default"
      for (const button of group.value?.querySelectorAll("button") ?? []) {
        button.setAttribute("aria-pressed", String(button.dataset["setDensity"] === density))
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <div ref={group} class="rt-density flex rounded-ctl border border-line p-px" role="group" aria-label="Row density">
      {DENSITIES.map(([density, label, icon]) => (
        <button
          key={density}
          type="button"
          class="btn btn-ghost btn-icon btn-sm"
          aria-label={label}
          title={label}
          data-set-density={density}
          onClick$={sync$((_: Event, button: HTMLElement) => {
            const density = button.dataset["setDensity"] ?? "default"
            if (density === "default") delete document.documentElement.dataset["density"]
            else document.documentElement.dataset["density"] = density
            document.cookie = `density=${density};path=/;max-age=31536000;samesite=lax`
            for (const other of button.parentElement?.children ?? [])
              other.setAttribute("aria-pressed", String(other === button))
          })}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
})

interface ColumnsMenuProps {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
}

export const ColumnsMenu = component$<ColumnsMenuProps>(({ columns, table }) => {
  const opened = useSignal(false)
  useVisibleTask$(
    ({ track }) => {
      const given = track(() => table.url.columns)
      if (given !== "") {
        if (given !== columnsText(table.state.hiddenColumns)) table.state.hiddenColumns = hiddenIn(given)
        return
      }
      const kept = localStorage.getItem(`stowage:columns:${table.id}`)
      table.state.hiddenColumns = kept ? (JSON.parse(kept) as Record<string, boolean>) : {}
    },
    { strategy: "document-ready" }
  )
  const menu = `${table.id}-columns`
  return (
    <>
      <button
        type="button"
        class="btn btn-ghost rt-columns"
        popovertarget={menu}
        aria-label="Columns"
        onClick$={() => {
          opened.value = true
        }}
      >
        <Icon name="columns-3" /> <span class="rt-tool-label">Columns</span>
      </button>
      <div id={menu} popover="auto" class="menu menu-end" role="group" aria-label="Columns">
        <p class="menu-title">Columns</p>
        {opened.value && <ColumnChoices table={table} columns={columns} />}
      </div>
    </>
  )
})

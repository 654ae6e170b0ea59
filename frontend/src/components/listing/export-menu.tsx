import { $, component$, noSerialize, type NoSerialize, useSignal } from "@builder.io/qwik"
import { asProblem, isAbort } from "~/client/problem-error"
import { int } from "~/lib/format"
import { downloadLink, saveFile } from "~/lib/save-file"
import { successToast, toast, useToasts } from "~/lib/toasts"
import type { Row } from "../resource-table"
import { filterValues } from "../filters/filter"
import { Icon } from "../ui/icon"
import { Menu, MenuItemBody } from "../ui/menu"
import { allRows, exportedColumns } from "./all-rows"
import { csv } from "../../../../services/domain/platform/csv.ts"
import { cellsOf, exportedToast, fileName } from "./export"
import type { Listing } from "./use-listing"

export const ExportMenu = component$<{ readonly listing: Listing<Row> }>(({ listing }) => {
  const toasts = useToasts()
  const running = useSignal<NoSerialize<AbortController>>()
  const soFar = useSignal(0)
  const { options, table } = listing
  const menu = `${options.id}-export`

  const write = $(async (format: "csv" | "json") => {
    const stop = new AbortController()
    running.value = noSerialize(stop)
    soFar.value = 0
    try {
      if (options.file$) {
        const filters = filterValues(options.filters ?? [], table.url, Date.now())
        return downloadLink(await options.file$(format, table.url.q.trim(), { filters: filters }), "")
      }
      const columns = exportedColumns(listing)
      const { rows, stale } = await allRows(listing, stop.signal, (count) => {
        soFar.value = count
      })
      const name = fileName(options.title, format, new Date(), stale !== null)
      if (format === "json") saveFile(name, "application/json", `${JSON.stringify(rows, null, 2)}\n`)
      else
        saveFile(
          name,
          "text/csv;charset=utf-8",
          csv([columns.map((column) => column.label), ...(await cellsOf(columns, rows))])
        )
      successToast(toasts, exportedToast(rows.length, options.noun, name, stale))
    } catch (cause) {
      if (!isAbort(cause))
        toast(toasts, {
          tone: "danger",
          text: `The ${options.noun.many} could not be exported`,
          detail: asProblem(cause).message
        })
    } finally {
      running.value = undefined
    }
  })

  if (running.value) {
    return (
      <button type="button" class="btn btn-secondary" onClick$={() => running.value?.abort()}>
        <Icon name="loader-circle" class="spin" />{" "}
        <span class="num" role="status">
          {int(soFar.value)} read
        </span>{" "}
        · Stop
      </button>
    )
  }
  return (
    <>
      <button
        type="button"
        class="btn btn-secondary btn-icon"
        popovertarget={menu}
        aria-label="Export"
        title="Export what is filtered"
        disabled={table.state.count === 0}
      >
        <Icon name="file-down" />
      </button>
      <Menu id={menu} label="Export what is filtered" end>
        <button type="button" class="menu-item" popovertarget={menu} onClick$={() => write("csv")}>
          <MenuItemBody icon="columns-3" label="CSV" hint="The columns, for spreadsheets" />
        </button>
        <button type="button" class="menu-item" popovertarget={menu} onClick$={() => write("json")}>
          <MenuItemBody
            icon="file-text"
            label={options.file$ ? "JSON lines" : "JSON"}
            hint="Everything that is known, for programs"
          />
        </button>
      </Menu>
    </>
  )
})

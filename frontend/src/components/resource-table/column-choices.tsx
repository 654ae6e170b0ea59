import { component$ } from "@builder.io/qwik"
import { columnsText } from "./columns-address"
import type { Column } from "./types"
import type { Table } from "./use-resource-table"

interface ChoicesProps {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
}

export const ColumnChoices = component$<ChoicesProps>(({ columns, table }) => (
  <div role="group" aria-label="Columns">
    {columns.map((column) => (
      <ColumnChoice
        key={column.key}
        table={table}
        field={column.key}
        label={column.label}
        optional={column.optional ?? false}
        fixed={column.priority === 1}
      />
    ))}
    <button
      type="button"
      class="menu-item border-t border-line"
      onClick$={() => {
        table.state.hiddenColumns = {}
        table.state.widths = {}
        localStorage.removeItem(`stowage:columns:${table.id}`)
        localStorage.removeItem(`stowage:widths:${table.id}`)
        table.url.columns = ""
      }}
    >
      Reset columns and widths
    </button>
  </div>
))

interface ColumnChoiceProps {
  readonly table: Table
  readonly field: string
  readonly label: string
  readonly optional: boolean
  readonly fixed: boolean
}

const ColumnChoice = component$<ColumnChoiceProps>(({ field, fixed, label, optional, table }) => (
  <label class="menu-item">
    <input
      type="checkbox"
      class="check"
      disabled={fixed}
      checked={!(table.state.hiddenColumns[field] ?? optional)}
      onChange$={(_, box) => {
        table.state.hiddenColumns = { ...table.state.hiddenColumns, [field]: !box.checked }
        localStorage.setItem(`stowage:columns:${table.id}`, JSON.stringify(table.state.hiddenColumns))
        table.url.columns = columnsText(table.state.hiddenColumns)
      }}
    />
    {label}
  </label>
))

import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { type Asking, type CursorQuery, Listing, noSuchRow, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import {
  statementGaps,
  monthOf,
  monthsUntil,
  monthText,
  parseStatementKey,
  type Statement,
  statementKey,
  totalsText
} from "~/features/usage/billing/billing"
import { BillingSides } from "~/features/usage/billing/billing-sides"
import { StatementPanel } from "~/features/usage/billing/statement-panel"
import { SUBJECT_KINDS } from "~/features/usage/quotas/quota-subject"

const Charges = component$<{ readonly row: Statement }>(({ row }) => <>{totalsText(row.totals, "charges")}</>)
const Credits = component$<{ readonly row: Statement }>(({ row }) => <>{totalsText(row.totals, "credits")}</>)
const Total = component$<{ readonly row: Statement }>(({ row }) => (
  <span class="font-medium">{totalsText(row.totals, "total")}</span>
))
const Gaps = component$<{ readonly row: Statement }>(({ row }) => (
  <span
    class={["block truncate", statementGaps(row).length === 0 ? "text-ink-3" : "text-warn"]}
    title={statementGaps(row).join(", ")}
  >
    {statementGaps(row).join(", ") || "nothing"}
  </span>
))
const Kind = component$<{ readonly row: Statement }>(({ row }) => <>{SUBJECT_KINDS[row.subject_type]}</>)

const COLUMNS = columns<Statement>([
  { key: "subject_name", label: "Name", width: "name", priority: 1 },
  {
    key: "subject_type",
    label: "Kind",
    width: "s",
    priority: 4,
    cell: Kind,
    text$: $((row: Statement) => SUBJECT_KINDS[row.subject_type])
  },
  { key: "storage_endpoint_name", label: "Endpoint", width: "m", priority: 3 },
  {
    key: "charges",
    label: "Charges",
    width: "m",
    priority: 2,
    numeric: true,
    cell: Charges,
    text$: $((row: Statement) => totalsText(row.totals, "charges"))
  },
  {
    key: "credits",
    label: "Credits",
    width: "m",
    priority: 3,
    numeric: true,
    cell: Credits,
    text$: $((row: Statement) => totalsText(row.totals, "credits"))
  },
  {
    key: "total",
    label: "Total",
    width: "m",
    priority: 1,
    numeric: true,
    cell: Total,
    text$: $((row: Statement) => totalsText(row.totals, "total"))
  },
  {
    key: "gaps",
    label: "Not counted",
    width: "l",
    priority: 2,
    cell: Gaps,
    text$: $((row: Statement) => statementGaps(row).join(", "))
  }
])

const FILTERS = [
  { kind: "offered", name: "month", label: "Month", load$: $(() => Promise.resolve(monthsUntil(new Date()))) }
] as const

export default component$(() => {
  const statements = useListing(COLUMNS, {
    id: "billing",
    title: "Billing",
    noun: { one: "statement", many: "statements" },
    rowKey: "key",
    sort: "subject_name",
    filters: FILTERS,
    cursor$: $(async (query: CursorQuery, { filters: { month }, signal }: Asking<typeof FILTERS>) => {
      const page = await call("GET /api/admin/billing/statements", {
        query: { limit: query.limit, cursor: query.cursor, month: monthOf(month, new Date()) },
        signal
      })
      return { ...page, items: page.items.map(statementKey) }
    }),
    one$: $(async (key, signal) => {
      const { period, subject } = parseStatementKey(key)
      const page = await call("GET /api/admin/billing/statements", { query: { month: period, ...subject }, signal })
      const [statement] = page.items
      if (statement === undefined) throw noSuchRow()
      return statementKey(statement)
    }),
    empty: {
      icon: "file-text",
      title: "No statements of this month",
      text: "The job “Usage history” computes what is billed, once a day. Choose another month, or start the job."
    }
  })
  const month = monthOf(statements.table.url["month"] ?? null, new Date())
  return (
    <Listing listing={statements} panel={StatementPanel}>
      <a
        q:slot="header"
        class="btn btn-secondary"
        href={`/api/admin/billing/statements.csv?month=${month}`}
        download={`statements-${month}.csv`}
        title="Every charge and credit of the month"
      >
        <Icon name="download" /> Download CSV
      </a>
      <div q:slot="above" class="pb-3">
        <BillingSides />
        <p class="px-5 pt-3 text-ink-2" data-testid="month">
          Statements of {monthText(month)}, computed from the billed days each time.
        </p>
      </div>
    </Listing>
  )
})

export const head: DocumentHead = { title: "Billing" }

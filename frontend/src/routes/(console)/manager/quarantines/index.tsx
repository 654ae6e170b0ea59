import { $, component$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import type { Quarantine } from "~/features/buckets/emptying/ending"
import { QuarantinePanel } from "~/features/buckets/emptying/quarantine-panel"
import { isOpen, QuarantineBadge, QUARANTINE_STATES } from "~/features/buckets/emptying/quarantine-states"

const StateCell = component$<{ readonly row: Quarantine }>(({ row }) => <QuarantineBadge state={row.state} />)

const COLUMNS = columns<Quarantine, "bucket" | "until" | "asked_by" | "asked_at">([
  { key: "bucket", label: "Bucket", width: "name", priority: 1, sortable: true },
  { key: "until", label: "Deleted on", width: "m", priority: 1, sortable: true, format: "date" },
  {
    key: "state",
    label: "State",
    width: "m",
    priority: 2,
    cell: StateCell,
    text$: $((row: Quarantine) => (isOpen(row.state) ? QUARANTINE_STATES[row.state] : row.state))
  },
  { key: "asked_by", label: "Asked for by", width: "l", priority: 2, sortable: true },
  { key: "asked_at", label: "Asked for", width: "s", priority: 4, sortable: true, format: "ago" },
  { key: "problem", label: "Why it is still there", width: "l", priority: 4, optional: true }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    of: "state",
    options: Object.entries(QUARANTINE_STATES).map(([value, label]) => ({ value, label }))
  }
] as const

export default component$(() => {
  const scope = useScope()
  const quarantines = useListing(COLUMNS, {
    id: "quarantines",
    title: "Quarantine",
    noun: { one: "bucket in quarantine", many: "buckets in quarantine" },
    rowKey: "bucket",
    sort: "until",
    search: "Search buckets and people",
    searchIn: ["bucket", "asked_by"],
    filters: FILTERS,
    whole$: $(
      async ({ signal }): Promise<ReadonlyArray<Quarantine>> =>
        (await callIn(scope, "GET /api/manager/quarantines", { signal })).items
    ),
    empty: {
      icon: "trash-2",
      title: "No bucket in quarantine",
      text:
        "A bucket that is to be deleted on a day waits here until then: nobody reaches " +
        "what is in it, and it can be restored."
    }
  })
  return <Listing listing={quarantines} panel={QuarantinePanel} />
})

export const head: DocumentHead = { title: "Quarantine" }

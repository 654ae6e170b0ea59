import { $, component$, useSignal } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { useEditing } from "~/components/action"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { useListRefresh } from "~/features/objects/bucket-pairs/use-list-refresh"
import { BucketsCell, ProgressCell, progressText, StateCell, TargetCell } from "~/features/objects/migrations/cells"
import { NewDraftDialog } from "~/features/objects/migrations/draft-dialog"
import { activeRunOf, type Migration, MIGRATION_STATES, migrationTitle } from "~/features/objects/migrations/migration"
import { MigrationPanel } from "~/features/objects/migrations/migration-panel"

const LIMIT = 100

const COLUMNS = columns<Migration, "created_at" | "state">([
  {
    key: "draft.buckets",
    label: "Buckets",
    width: "name",
    priority: 1,
    cell: BucketsCell,
    text$: $((row: Migration) => migrationTitle(row))
  },
  {
    key: "draft.target_context_id",
    label: "Target context",
    width: "l",
    priority: 3,
    cell: TargetCell,
    text$: $((row: Migration) => row.draft.target_context_id)
  },
  {
    key: "state",
    label: "State",
    width: "m",
    priority: 1,
    sortable: true,
    cell: StateCell,
    text$: $((row: Migration) => MIGRATION_STATES[row.state].text)
  },
  {
    key: "run.totals.completed",
    label: "Buckets done",
    width: "s",
    priority: 3,
    numeric: true,
    cell: ProgressCell,
    text$: $((row: Migration) => progressText(row))
  },
  { key: "created_at", label: "Created", width: "s", priority: 2, sortable: true, format: "ago" }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    of: "state",
    options: Object.entries(MIGRATION_STATES).map(([value, { text }]) => ({ value, label: text }))
  }
] as const

export default component$(() => {
  const scope = useScope()
  const drafting = useEditing<Migration>()
  const isRunning = useSignal(false)
  const migrations = useListing(COLUMNS, {
    id: "migrations",
    title: "Migrations",
    noun: { one: "migration", many: "migrations" },
    rowKey: "id",
    sort: "-created_at",
    filters: FILTERS,
    searchIn: [],
    whole$: $(async ({ signal }): Promise<ReadonlyArray<Migration>> => {
      const { items } = await callIn(scope, "GET /api/manager/migrations", { query: { limit: LIMIT }, signal })
      isRunning.value = items.some((migration) => activeRunOf(migration) !== null)
      return items
    }),
    begin: [{ intent: "create", label: "Migrate buckets", icon: "plus", opens: drafting }],
    empty: {
      icon: "server",
      title: "No migration yet",
      text: "A migration copies buckets of this context to another one, verifies them, and copies their settings."
    }
  })
  useListRefresh(migrations, isRunning)
  return (
    <Listing listing={migrations} panel={MigrationPanel}>
      <NewDraftDialog open={drafting} listing={migrations} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Migrations" }

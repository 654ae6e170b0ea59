import { $, component$, useSignal, useStore, useTask$ } from "@builder.io/qwik"
import { addressIn, callIn } from "~/client/call"
import { type Asking, type CursorQuery, Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { EmptyState } from "~/components/ui/states"
import { filterValues } from "~/components/filters/filter"
import { AccountSelect } from "~/features/iam/portal/account-select"
import { PortalPage } from "~/features/iam/portal/portal-page"
import { hasPortalPermission, portalRights, usePortal } from "~/features/iam/portal/use-portal"
import type { IconName } from "~/lib/icon-names"
import { counted } from "~/lib/format"
import { downloadLink } from "~/lib/save-file"
import { reload, useLoaded } from "~/lib/use-loaded"
import {
  ACCESS_ACTIONS,
  identityName,
  keyEntry,
  type LogEntry,
  type LoggedSpace,
  type LogQuery,
  readEntry,
  ACCESS_RESULTS,
  stateText
} from "./entry"
import { LogEntryPanel } from "./log-entry-panel"
import { LogLimits } from "./log-limits"
import { SpacesDialog } from "./spaces-dialog"

interface Cell {
  readonly row: LogEntry
}

const ActionCell = component$<Cell>(({ row }) => <>{ACCESS_ACTIONS[row.action]}</>)
const ResultCell = component$<Cell>(({ row }) => (
  <Badge text={ACCESS_RESULTS[row.result].label} tone={ACCESS_RESULTS[row.result].tone} />
))
const WhoCell = component$<Cell>(({ row }) => (
  <span class="block truncate" title={identityName(row)}>
    {identityName(row)}
  </span>
))
const PathCell = component$<Cell>(({ row }) => (
  <span class="flex min-w-0 items-center gap-1">
    <span class="truncate font-mono text-xs" title={row.path ?? row.bucket_name}>
      {row.path ?? "The bucket"}
    </span>
    {row.path !== null && !row.path_checked && <Badge text="not checked" tone="warn" />}
  </span>
))

const COLUMNS = columns<LogEntry>([
  {
    key: "path",
    label: "Key",
    width: "name",
    priority: 1,
    cell: PathCell,
    text$: $((row: LogEntry) => row.path)
  },
  { key: "action", label: "Action", width: "s", priority: 1, cell: ActionCell },
  { key: "result", label: "Result", width: "s", priority: 1, cell: ResultCell },
  {
    key: "identity",
    label: "Who",
    width: "m",
    priority: 2,
    cell: WhoCell,
    text$: $((row: LogEntry) => identityName(row))
  },
  { key: "space.name", label: "Space", width: "m", priority: 3 },
  { key: "at", label: "When", width: "s", priority: 1, format: "ago" },
  { key: "client_address", label: "Address", width: "s", priority: 4, format: "mono", optional: true },
  { key: "size_bytes", label: "Object size", width: "s", priority: 4, numeric: true, format: "bytes", optional: true },
  { key: "operation", label: "Operation", width: "m", priority: 4, format: "mono", optional: true }
])

const LogsOff = component$(() => (
  <PortalPage title="Access logs">
    <div class="grid justify-items-center pt-6" data-testid="access-logs-off">
      <EmptyState
        icon="lock"
        title="Access logs are switched off for this account"
        text="An administrator switches them on in the Portal settings."
      />
    </div>
  </PortalPage>
))

interface Empty {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

const emptyText = (spaces: ReadonlyArray<LoggedSpace> | null, manages: boolean): Omit<Empty, "icon"> => {
  if (spaces === null) return { title: "No requests", text: "Whether they are logged is not known yet." }
  const logged = spaces.filter(({ enabled }) => enabled)
  if (logged.length === 0)
    return {
      title: spaces.length === 0 ? "You have no storage space" : "No space is logged",
      text: manages
        ? "Switch access logs on for a space. RGW logs requests from then on."
        : "A Portal manager switches access logs on for a space."
    }
  return logged.every(({ collected_at }) => collected_at === null)
    ? {
        title: "Nothing collected yet",
        text: "RGW delivers lines minutes after a request. “Collect now” in “Logged spaces” fetches them at once."
      }
    : { title: "No requests yet", text: "Requests in the logged spaces appear here minutes after they were sent." }
}

const Entries = component$<{ readonly accountId: number; readonly manages: boolean }>(({ accountId, manages }) => {
  const opened = useSignal<object | null>(null)
  const names = useStore<Record<string, string>>({ anonymous: "Anonymous" }, { deep: false })
  const spaces = useLoaded(
    $(
      async (signal: AbortSignal) =>
        (await callIn({ accountId }, "GET /api/portal/access-logs/spaces", { signal })).items
    )
  )
  // A store: the listing reads its text when it changes.
  const empty = useStore<Empty>({ icon: "history", ...emptyText(null, manages) })
  useTask$(({ track }) => {
    Object.assign(
      empty,
      emptyText(
        track(() => spaces.value),
        manages
      )
    )
  })
  const filters = [
    {
      kind: "choice",
      name: "action",
      label: "Action",
      options: Object.entries(ACCESS_ACTIONS).map(([value, label]) => ({ value, label }))
    },
    {
      kind: "offered",
      name: "space",
      label: "Space",
      load$: $(async () =>
        (await callIn({ accountId }, "GET /api/portal/access-logs/spaces")).items.map(({ id, name }) => ({
          value: String(id),
          label: name
        }))
      )
    },
    { kind: "text", name: "path", label: "Key begins with" },
    {
      kind: "offered",
      name: "identity",
      label: "Who",
      load$: $(async () => Object.entries(names).map(([value, label]) => ({ value, label })))
    },
    {
      kind: "choice",
      name: "result",
      label: "Result",
      options: Object.entries(ACCESS_RESULTS).map(([value, { label }]) => ({ value, label }))
    },
    { kind: "time", name: "time", label: "When" }
  ] as const
  type Filters = typeof filters
  const queryOf$ = $(
    ({ action, identity, path, result, space, time }: Asking<Filters>["filters"]): LogQuery =>
      ({
        ...(action === null ? {} : { action }),
        ...(space === null ? {} : { space }),
        ...(path === null ? {} : { path }),
        ...(identity === null ? {} : { identity }),
        ...(result === null ? {} : { result }),
        ...(time?.after ? { from: time.after } : {}),
        ...(time?.before ? { to: time.before } : {})
      }) as LogQuery
  )
  const listing = useListing(COLUMNS, {
    id: "access-logs",
    title: "Access logs",
    noun: { one: "request", many: "requests" },
    rowKey: "key",
    sort: "-at",
    filters,
    begin: [{ intent: "spaces", label: "Logged spaces", icon: "list-checks", opens: opened }],
    cursor$: $(async ({ cursor, limit }: CursorQuery, { filters, signal }: Asking<Filters>) => {
      const query = { limit, cursor, ...(await queryOf$(filters)) }
      const page = await callIn({ accountId }, "GET /api/portal/access-logs/page", { query, signal })
      for (const entry of page.items) names[entry.identity.id] = identityName(entry)
      return { ...page, items: page.items.map(keyEntry) }
    }),
    one$: $((key: string, signal: AbortSignal) => readEntry(accountId, key, signal)),
    empty
  })
  const { table } = listing
  const logged = spaces.value?.filter(({ enabled }) => enabled).length ?? 0
  const troubled = spaces.value?.filter((space) => stateText(space).advice !== undefined).length ?? 0
  return (
    <Listing listing={listing} panel={LogEntryPanel}>
      <span q:slot="header" class="contents">
        <AccountSelect />
        <button
          type="button"
          class="btn btn-secondary"
          title="The filtered lines in the format of S3 server access logs"
          onClick$={async () => {
            const query = await queryOf$(filterValues(filters, table.url, Date.now()))
            // Renews the session first, which a download cannot.
            await callIn({ accountId }, "GET /api/portal/access-logs/page", { query: { ...query, limit: 1 } })
            downloadLink(addressIn({ accountId }, "GET /api/portal/access-logs/raw", { query }), "")
          }}
        >
          <Icon name="download" /> Raw log
        </button>
      </span>
      <div q:slot="above" class="grid flex-none gap-2 px-5 pb-3">
        {spaces.problem && (
          <p class="alert alert-warn" role="status">
            <Icon name="triangle-alert" />
            <span>The state of the logs could not be loaded: {spaces.problem.message}</span>
          </p>
        )}
        {spaces.value !== null && (
          <p class="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2" data-testid="logged-count">
            {logged} of {counted(spaces.value.length, "space")} logged
            {troubled > 0 && <Badge text={`${troubled} not working`} tone="warn" icon="triangle-alert" />}
          </p>
        )}
        <LogLimits />
      </div>
      <SpacesDialog
        open={opened}
        accountId={accountId}
        spaces={spaces.value ?? []}
        manages={manages}
        onChanged$={$(() => {
          reload(spaces)
          table.handle.value?.reload()
        })}
      />
    </Listing>
  )
})

export const AccessLogsPage = component$<{ readonly accountId: number }>(({ accountId }) => {
  const portal = usePortal()
  const rights = portalRights(portal)
  if (rights === null) return <span class="skeleton m-5 block h-40" />
  return rights.features.access_logs ? (
    <Entries accountId={accountId} manages={hasPortalPermission(portal, "access_logs.manage")} />
  ) : (
    <LogsOff />
  )
})

import {
  $,
  component$,
  noSerialize,
  type NoSerialize,
  type Signal,
  useSignal,
  useStore,
  useVisibleTask$
} from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { Listing, openRow, type PanelProps, useListing } from "~/components/listing"
import { columns, type Table } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { counted, dateTime } from "~/lib/format"
import { stopUnused, readUnused, type UnusedFrame } from "./follow-unused"
import { openHref } from "./iam-href"
import { WhereIam } from "./where-iam"
import { meansNoIam } from "./no-iam"

const KIND = {
  key: "Access key",
  user: "IAM user",
  group: "IAM group",
  role: "IAM role",
  policy: "Managed policy"
} as const

interface UnusedEntity {
  readonly id: string
  readonly kind: keyof typeof KIND
  readonly name: string
  readonly why: string
  readonly made_at: string | null
  readonly href: string
}

const unusedOf = (
  { groups, keys, policies, roles, users }: UnusedFrame,
  contextId: string
): ReadonlyArray<UnusedEntity> => {
  const of = (
    kind: "user" | "group" | "role",
    entries: ReadonlyArray<{ readonly name: string; readonly why: string }>
  ): ReadonlyArray<UnusedEntity> =>
    entries.map(({ name, why }) => ({
      id: `${kind} ${name}`,
      kind,
      name,
      why,
      made_at: null,
      href: openHref(`${kind}s`, name, contextId)
    }))
  return [
    ...keys.map(
      ({ access_key, created_at, user, why }): UnusedEntity => ({
        id: `key ${access_key}`,
        kind: "key",
        name: `${access_key} of ${user}`,
        why,
        made_at: created_at,
        href: openHref("users", user, contextId, "keys")
      })
    ),
    ...of("user", users),
    ...of("group", groups),
    ...of("role", roles),
    ...policies.map(
      ({ arn, name }): UnusedEntity => ({
        id: `policy ${arn}`,
        kind: "policy",
        name,
        why: "Is attached to nobody",
        made_at: null,
        href: openHref("policies", arn, contextId)
      })
    )
  ]
}

const COLUMNS = columns<UnusedEntity, "name" | "kind" | "made_at">([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true },
  {
    key: "kind",
    label: "What",
    width: "m",
    priority: 1,
    sortable: true,
    cell: component$<{ readonly row: UnusedEntity }>(({ row }) => <>{KIND[row.kind]}</>),
    text$: $((row: UnusedEntity) => KIND[row.kind])
  },
  { key: "why", label: "Why", width: "l", priority: 2 },
  { key: "made_at", label: "Made", width: "s", priority: 4, sortable: true, format: "ago", absent: "not known" }
])
const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "what",
    of: "kind",
    label: "What",
    options: Object.entries(KIND).map(([value, label]) => ({ value, label }))
  }
] as const

const UnusedPanel = component$<PanelProps<UnusedEntity>>(({ listing, row }) => (
  <Panel
    kind={`Unused ${KIND[row.kind].replace(/^[AM]/, (first) => first.toLowerCase())}`}
    title={row.name}
    onClose$={$(() => openRow(listing, ""))}
  >
    <p class="text-ink-2">{row.why}.</p>
    {row.made_at !== null && (
      <dl class="facts mt-4">
        <dt>Made</dt>
        <dd>{dateTime(row.made_at)}</dd>
      </dl>
    )}
    <div q:slot="actions" class="contents">
      <NavLink href={row.href} class="btn btn-primary flex-1">
        Open it
      </NavLink>
    </div>
  </Panel>
))

const UnusedListing = component$<{ readonly refused: Signal<NoSerialize<ProblemError> | undefined> }>(({ refused }) => {
  const contexts = useExecutionContexts()
  const unread = useSignal<ReadonlyArray<string>>([])
  const tableRef = useStore<{ table: NoSerialize<Table> }>({ table: undefined }, { deep: false })
  const unused = useListing(COLUMNS, {
    id: "iam-unused",
    title: "Unused in IAM",
    noun: { one: "unused thing", many: "unused things" },
    rowKey: "id",
    sort: "kind",
    search: "Search names and reasons",
    searchIn: ["name", "why"],
    filters: FILTERS,
    whole$: $(async (): Promise<ReadonlyArray<UnusedEntity>> => {
      const contextId = contexts.current?.id ?? ""
      const unusedItems = await readUnused(contextId, () => tableRef.table?.handle.value?.reload())
      unread.value = unusedItems.flatMap((some) => some.unread.map(({ name }) => name))
      return unusedItems.flatMap((some) => unusedOf(some, contextId))
    }),
    empty: {
      icon: "radar",
      title: "Nothing unused was found",
      text:
        "Every IAM user that could be read has a key and a policy, every group members, every role a policy and " +
        "somebody who may assume it, and no key is switched off."
    }
  })
  useVisibleTask$(
    ({ cleanup, track }) => {
      tableRef.table = noSerialize(unused.table)
      cleanup(stopUnused)
      const problem = track(() => unused.table.problem.value)
      if (problem !== undefined && meansNoIam(problem)) refused.value = noSerialize(problem)
    },
    { strategy: "document-ready" }
  )
  return (
    <Listing listing={unused} panel={UnusedPanel}>
      <div q:slot="above" class="grid gap-2 px-5 pb-2">
        <p class="text-xs text-ink-3">
          What is listed here can have no effect as it stands. When a key was used last, Ceph RGW does not tell.
        </p>
        {unread.value.length > 0 && (
          <p class="alert alert-warn" role="status">
            <Icon name="triangle-alert" />
            <span class="min-w-0 wrap-anywhere">
              {counted(unread.value.length, "IAM entity", "IAM entities")} could not be read (
              {unread.value.slice(0, 5).join(", ")}
              {unread.value.length > 5 ? ", …" : ""}). Whether they are unused, and which policies are attached to
              nobody, is unknown.
            </span>
          </p>
        )}
      </div>
    </Listing>
  )
})

export const UnusedPage = component$(() => {
  const refused = useSignal<NoSerialize<ProblemError>>()
  return (
    <WhereIam title="Unused in IAM" refused={refused}>
      <UnusedListing refused={refused} />
    </WhereIam>
  )
})

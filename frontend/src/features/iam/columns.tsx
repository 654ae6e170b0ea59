import { $, component$ } from "@builder.io/qwik"
import { type Column, columns, type Columns } from "~/components/resource-table"
import { Badge } from "~/components/ui/badge"
import type { IamKind, IamRow } from "./entity"

interface Cell {
  readonly row: IamRow
}

type Sorts = "name" | "path" | "created_at" | "keys" | "members" | "groups" | "policies" | "arn" | "max_session_seconds"

const Known = (props: { readonly row: IamRow; readonly text: string | null }) => {
  const { details } = props.row
  if (details === null) return <span class="skeleton inline-block h-3 w-3/5" aria-hidden="true" />
  if (details.fault !== null)
    return (
      <span class="text-ink-3" title={details.fault}>
        not readable
      </span>
    )
  return props.text === null || props.text === "" ? (
    <span class="text-ink-3">none</span>
  ) : (
    <span class="block truncate" title={props.text}>
      {props.text}
    </span>
  )
}

const KeysCell = component$<Cell>(({ row }) => {
  const active = row.details?.keys.filter((key) => key.active).length ?? 0
  return (
    <Known
      row={row}
      text={
        row.keys === null || row.keys === 0
          ? ""
          : active === row.keys
            ? String(row.keys)
            : `${row.keys}, ${active} active`
      }
    />
  )
})
const MembersCell = component$<Cell>(({ row }) => (
  <Known row={row} text={row.members === 0 ? "" : String(row.members)} />
))
const GroupsCell = component$<Cell>(({ row }) => <Known row={row} text={row.groups} />)
const PoliciesCell = component$<Cell>(({ row }) => <Known row={row} text={row.policies} />)
const UseCell = component$<Cell>(({ row }) =>
  row.idle === null ? (
    <Known row={row} text="" />
  ) : row.idle ? (
    <Badge text="Unused" tone="warn" />
  ) : (
    <span class="text-ink-3">in use</span>
  )
)

const name: Column<IamRow> & { readonly sortable: true; readonly key: Sorts } = {
  key: "name",
  label: "Name",
  width: "name",
  priority: 1,
  sortable: true
}
const path = { key: "path", label: "Path", width: "m", priority: 4, sortable: true, format: "mono" } as const
const arn = {
  key: "arn",
  label: "ARN",
  width: "l",
  priority: 4,
  sortable: true,
  format: "mono",
  optional: true
} as const
const createdColumn = {
  key: "created_at",
  label: "Made",
  width: "s",
  priority: 3,
  sortable: true,
  format: "ago",
  absent: "not known"
} as const
const policies = {
  key: "policies",
  label: "Policies",
  width: "l",
  priority: 2,
  sortable: true,
  cell: PoliciesCell
} as const
const use = {
  key: "idle",
  label: "Use",
  width: "s",
  priority: 3,
  cell: UseCell,
  text$: $((row: IamRow) => (row.idle === null ? null : row.idle ? "unused" : "in use"))
} as const

export const IAM_COLUMNS: Readonly<Record<IamKind, Columns<IamRow, Sorts>>> = {
  users: columns<IamRow, Sorts>([
    name,
    path,
    { key: "keys", label: "Keys", width: "s", priority: 2, sortable: true, cell: KeysCell },
    { key: "groups", label: "Groups", width: "m", priority: 3, sortable: true, cell: GroupsCell },
    policies,
    use,
    createdColumn,
    arn
  ]),
  groups: columns<IamRow, Sorts>([
    name,
    path,
    { key: "members", label: "Members", width: "s", priority: 2, sortable: true, cell: MembersCell },
    policies,
    use,
    arn
  ]),
  roles: columns<IamRow, Sorts>([
    name,
    path,
    { key: "description", label: "Description", width: "l", priority: 4, optional: true },
    policies,
    {
      key: "max_session_seconds",
      label: "Longest session",
      width: "m",
      priority: 4,
      sortable: true,
      text$: $((row: IamRow) => row.max_session_seconds),
      cell: component$<Cell>(({ row }) => (
        <>{row.max_session_seconds === null ? "not known" : `${Math.round(row.max_session_seconds / 60)} min`}</>
      ))
    },
    use,
    createdColumn,
    arn
  ]),
  policies: columns<IamRow, Sorts>([name, { ...arn, width: "name", priority: 2, optional: false }])
}

import { $ } from "@builder.io/qwik"
import type { SortKey } from "~/client/contract"
import { columns } from "~/components/resource-table"
import { AccountStateCell, RegisteredCell, UserStateCell } from "./directory-cells"
import type { AccountRow, UserRow } from "./directory-row"

const usage = [
  { key: "used_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "object_count", label: "Objects", width: "s", priority: 2, numeric: true, sortable: true, format: "int" }
] as const
const registered = {
  key: "registered_id",
  label: "Registration",
  width: "m",
  priority: 4,
  cell: RegisteredCell,
  optional: true
} as const

export const ACCOUNT_COLUMNS = columns<AccountRow, SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/accounts">>([
  { key: "account_id", label: "RGW account id", width: "name", priority: 1, sortable: true, format: "mono" },
  { key: "name", label: "Name", width: "m", priority: 2, sortable: true },
  ...usage,
  {
    key: "freeze",
    label: "State",
    width: "s",
    priority: 2,
    cell: AccountStateCell,
    text$: $((row: AccountRow) => (row.freeze === null ? "" : "Frozen"))
  },
  registered
])

export const USER_COLUMNS = columns<UserRow, SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/users">>([
  { key: "user_id", label: "Uid", width: "name", priority: 1, sortable: true, format: "mono" },
  { key: "display_name", label: "Name", width: "m", priority: 3, sortable: true },
  { key: "account_id", label: "Account", width: "m", priority: 3, sortable: true, format: "mono" },
  { key: "state", label: "State", width: "s", priority: 2, sortable: true, cell: UserStateCell },
  { key: "key_count", label: "Keys", width: "xs", priority: 3, numeric: true, format: "int" },
  ...usage,
  registered
])

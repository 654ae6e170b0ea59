import { component$ } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { DiffersBadge } from "~/features/fleet/drift/differs-badge"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"

export type Account = Row<"GET /api/admin/accounts">
export type S3User = Row<"GET /api/admin/s3-users">

interface Cell {
  readonly row: Account | S3User
}

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name={"rgw_account_id" in row ? "users" : "user"} class="text-ink-3" />
    <span class="truncate font-medium">{row.name}</span>
    <DiffersBadge drift={row.drift} />
  </span>
))

export const PeopleCell = component$<Cell>(({ row }) => <>{int(peopleOf(row))}</>)

export const EndpointCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <span class="truncate">{row.storage_endpoint_name}</span>
    {row.storage_endpoint_is_default && <Badge text="Default" tone="info" />}
  </span>
))

export const peopleOf = (row: Account | S3User): number => row.user_links.length + row.group_links.length

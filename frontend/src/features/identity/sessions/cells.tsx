import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { type OpenSession, ownerOf } from "./owner-of"

interface Cell {
  readonly row: OpenSession
}

export const SessionOwnerCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name={row.kind === "ui" ? "user" : "key-round"} class="text-ink-3" />
    <span class="truncate font-medium">{ownerOf(row)}</span>
    {row.current && <Badge text="This one" tone="info" />}
  </span>
))

export const EmailCell = component$<Cell>(({ row }) =>
  row.user ? <>{row.user.email}</> : <span class="text-ink-3">S3 key, no account</span>
)

export const PasskeyCell = component$<Cell>(({ row }) =>
  row.mfa_verified_at ? (
    <span class="flex items-center gap-1.5">
      <Icon name="shield-check" class="text-ok" /> <Ago at={row.mfa_verified_at} />
    </span>
  ) : (
    <span class="text-ink-3">No</span>
  )
)

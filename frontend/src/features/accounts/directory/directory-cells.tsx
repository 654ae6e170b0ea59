import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import type { AccountRow, UserRow } from "./directory-row"

const Unread = (props: { readonly problem: string | null }) =>
  props.problem === null ? (
    <span class="text-ink-3">—</span>
  ) : (
    <span title={props.problem}>
      <Badge text="Not read" tone="warn" />
    </span>
  )

export const AccountStateCell = component$<{ readonly row: AccountRow }>(({ row }) =>
  row.freeze !== null ? <Badge text="Frozen" tone="info" /> : <Unread problem={row.problem} />
)

export const UserStateCell = component$<{ readonly row: UserRow }>(({ row }) =>
  row.state === null ? (
    <Unread problem={row.problem} />
  ) : (
    <Badge
      text={row.state === "suspended" ? "Suspended" : "Active"}
      tone={row.state === "suspended" ? "danger" : "neutral"}
    />
  )
)

export const RegisteredCell = component$<{ readonly row: AccountRow | UserRow }>(({ row }) => (
  <>{row.registered_id === null ? "On the gateway only" : "Registered here"}</>
))

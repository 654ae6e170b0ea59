import { $, component$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import { useEditing } from "~/components/action"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import {
  type Access,
  RightsCell,
  accessRightsText,
  StateCell,
  ACCESS_STATES
} from "~/features/iam/privateaccess/access"
import { GrantAccessDialog } from "~/features/iam/privateaccess/access-dialogs"
import { AccessPanel } from "~/features/iam/privateaccess/access-panel"

const COLUMNS = columns<Access, "person" | "iam_user_name" | "state_since" | "next_try_at">([
  { key: "person", label: "Person", width: "name", priority: 1, sortable: true },
  {
    key: "state",
    label: "State",
    width: "l",
    priority: 1,
    cell: StateCell,
    text$: $((row: Access) => ACCESS_STATES[row.state].text)
  },
  {
    key: "groups",
    label: "Rights",
    width: "m",
    priority: 2,
    cell: RightsCell,
    text$: $((row: Access) => accessRightsText(row))
  },
  { key: "iam_user_name", label: "IAM user", width: "l", priority: 3, sortable: true, format: "mono" },
  { key: "state_since", label: "Since", width: "s", priority: 4, sortable: true, format: "ago" },
  { key: "next_try_at", label: "Next try", width: "s", priority: 4, sortable: true, format: "ago", optional: true },
  { key: "problem", label: "Why", width: "l", priority: 4, optional: true }
])

const FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    of: "state",
    options: Object.entries(ACCESS_STATES).map(([value, { text }]) => ({ value, label: text }))
  }
] as const

export default component$(() => {
  const scope = useScope()
  const granting = useEditing<Access>()
  const accesses = useListing(COLUMNS, {
    id: "private-access",
    title: "Private access",
    noun: { one: "private access", many: "private accesses" },
    rowKey: "id",
    sort: "person",
    search: "Search people and IAM users",
    searchIn: ["person", "iam_user_name"],
    filters: FILTERS,
    whole$: $(
      async ({ signal }): Promise<ReadonlyArray<Access>> =>
        (await callIn(scope, "GET /api/manager/private-access", { signal })).items
    ),
    begin: [{ intent: "create", label: "Give private access", icon: "plus", opens: granting }],
    empty: {
      icon: "user-check",
      title: "Nobody has private access",
      text:
        "It gives somebody an IAM user of this account, with the policies that you choose, as a private S3 " +
        "connection of theirs."
    }
  })
  return (
    <Listing listing={accesses} panel={AccessPanel}>
      <GrantAccessDialog open={granting} listing={accesses} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Private access" }

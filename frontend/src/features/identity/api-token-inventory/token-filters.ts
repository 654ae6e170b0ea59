import { $ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Asking } from "~/components/listing"

export const TOKEN_FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "state",
    label: "State",
    of: "state",
    initial: "active",
    options: [
      { value: "active", label: "Active" },
      { value: "expired", label: "Expired" },
      { value: "revoked", label: "Revoked" },
      { value: "invalidated", label: "Ended" }
    ]
  },
  {
    kind: "offered",
    name: "owner",
    label: "Owner",
    of: "user.id",
    // list owners of tokens, not all users
    load$: $(async () => {
      const owners = new Map(
        (await call("GET /api/auth/api-tokens", { query: { include_ended: "true" } })).map(({ user }) => [
          user.id,
          user.full_name
        ])
      )
      return [...owners]
        .map(([id, label]) => ({ value: String(id), label }))
        .sort((one, other) => one.label.localeCompare(other.label))
    })
  }
] as const

export const includesEnded = ({ filters: { state } }: Asking<typeof TOKEN_FILTERS>): boolean =>
  state === null || state.some((one) => one !== "active")

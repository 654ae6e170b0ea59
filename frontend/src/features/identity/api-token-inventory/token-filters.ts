import { $ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Asking } from "~/components/listing"

/** The inventory begins with the tokens that are accepted. */
export const TOKEN_FILTERS = [
  {
    kind: "choice", many: true, name: "state", label: "State", of: "state", initial: "active",
    options: [{ value: "active", label: "Active" }, { value: "expired", label: "Expired" }, { value: "revoked", label: "Revoked" }, { value: "invalidated", label: "Ended" }]
  },
  {
    kind: "offered", name: "owner", label: "Owner", of: "user.id",
    // those who have tokens, not everybody there is
    load$: $(async () => {
      const owners = new Map((await call("GET /api/auth/api-tokens", { query: { include_ended: "true" } })).map(({ user }) => [user.id, user.full_name]))
      return [...owners].map(([id, label]) => ({ value: String(id), label })).sort((one, other) => one.label.localeCompare(other.label))
    })
  }
] as const

/** Tokens that are accepted no more are asked for only where somebody wants to see them. */
export const wantsEnded = ({ filters: { state } }: Asking<typeof TOKEN_FILTERS>): boolean => state === null || state.some((one) => one !== "active")

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
    load$: $(async () => (await call("GET /api/admin/users/minimal")).map(({ full_name, id }) => ({ value: String(id), label: full_name })))
  }
] as const

/** Tokens that are accepted no more are asked for only where somebody wants to see them. */
export const wantsEnded = ({ filters: { state } }: Asking<typeof TOKEN_FILTERS>): boolean => state === null || state.some((one) => one !== "active")

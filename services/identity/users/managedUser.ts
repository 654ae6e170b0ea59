import { type Caller, callerUser, mayManage, type UiRole } from "#domain/platform/access/Caller.ts"
import { Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import { Effect } from "effect"
import type { UserRecords } from "./UserRecords.ts"

export const noUser = (id: number) => new NotFound({ entity: "User", id: String(id) })

const privileged = new Forbidden({ code: "forbidden", detail: "Privileged accounts are a superadmin's to manage" })

/** Locks a user until the transaction ends; refused when the caller may not manage them. */
export const requireManagedUser = Effect.fnUntraced(function* (
  records: UserRecords["Service"],
  caller: Caller,
  id: number
) {
  const target = (yield* records.lock(id)) ?? (yield* noUser(id))
  const refusal = refuseManaging(caller, target.role)
  return refusal === null ? target : yield* refusal
})

export const refuseManaging = (caller: Caller, role: UiRole): Forbidden | null => {
  // the operator can create superadmins anyway
  if (caller._tag === "Operator") return null
  const actor = callerUser(caller)
  return actor !== null && mayManage(actor.role, role) ? null : privileged
}

import type { Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"
import type { Role, User } from "./user"

export type UserChanges = Body<"PUT /api/admin/users/:user_id">

/** `own`: without role and activity, which users cannot change for themselves. */
export const userChanges = (
  user: Pick<User, "email" | "full_name" | "is_active" | "role">,
  values: FormValues,
  own: boolean
): UserChanges => {
  const email = (values["email"] ?? "").trim()
  const fullName = (values["full_name"] ?? "").trim()
  const role = (values["role"] ?? user.role) as Role
  const active = values["is_active"] === "true"
  return {
    ...(email === user.email ? {} : { email }),
    ...(fullName === user.full_name ? {} : { full_name: fullName }),
    ...(own || role === user.role ? {} : { role }),
    ...(own || active === user.is_active ? {} : { is_active: active })
  }
}

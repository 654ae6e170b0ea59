import { type CallerUser, UiRole } from "#domain/platform/access/Caller.ts"
import { Schema } from "effect"

export const userColumns = "u.id as user_id, u.email, u.full_name, u.role"

export const UserColumns = { user_id: Schema.Int, email: Schema.String, full_name: Schema.String, role: UiRole }
export type UserColumns = Schema.Struct.Type<typeof UserColumns>

export const userOf = ({ email, full_name, role, user_id }: UserColumns): CallerUser => ({
  id: user_id,
  email,
  full_name,
  role
})

import { type CallerUser, UiRole } from "#domain/platform/access/Caller.ts"
import { Schema } from "effect"

/** The columns of a user that identify a caller, as statements name them: `u` stands for ui_users. */
export const userColumns = "u.id as user_id, u.email, u.full_name, u.role"

/** The same as rows have them. */
export const UserColumns = { user_id: Schema.Int, email: Schema.String, full_name: Schema.String, role: UiRole }
export type UserColumns = Schema.Struct.Type<typeof UserColumns>

export const userOf = ({ email, full_name, role, user_id }: UserColumns): CallerUser => ({
  id: user_id, email, full_name, role
})

import type { CallerUser, UiRole } from "#domain/access/Caller.ts"

/** The columns of a user that identify a caller, as statements name them: `u` stands for ui_users. */
export const userColumns = "u.id as user_id, u.email, u.full_name, u.role"

export interface UserColumns {
  readonly user_id: number
  readonly email: string
  readonly full_name: string
  readonly role: UiRole
}

export const userOf = ({ email, full_name, role, user_id }: UserColumns): CallerUser => ({
  id: user_id, email, full_name, role
})

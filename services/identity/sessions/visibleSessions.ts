import { type Caller, callerUser, isAdminLike, type UiRole } from "#domain/platform/access/Caller.ts"
import type { OpenSessionPage } from "./OpenSessions.ts"

export const visibleSessions = (caller: Caller): OpenSessionPage => {
  const viewer = callerUser(caller)
  return { userId: null, standardBut: viewer?.role === "ui_superadmin" ? null : (viewer?.id ?? 0) }
}

export const canViewSessionsOf = (caller: Caller, owner: { readonly id: number; readonly role: UiRole }): boolean => {
  const { standardBut } = visibleSessions(caller)
  return standardBut === null || standardBut === owner.id || !isAdminLike(owner.role)
}

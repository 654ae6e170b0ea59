import { call } from "~/client/call"
import type { Subject } from "~/components/action"
import type { Identity, Session, User } from "./user"

export interface SecurityAction extends Subject {
  readonly kind: "revoke-identity" | "restore-identity" | "revoke-session" | "reset-mfa" | "sign-out"
  readonly user: number
  readonly email: string
  readonly id: string
  readonly title: string
  readonly action: string
  readonly text: string
  readonly done: string
}

const SESSIONS_END = "Their sessions and API tokens end at once."

export const providerLabel = (identity: Identity): string => identity.provider_label ?? identity.provider_id

export const revokeIdentityAction = (user: User, identity: Identity): SecurityAction => ({
  user: user.id,
  email: user.email,
  name: providerLabel(identity),
  kind: "revoke-identity",
  id: String(identity.id),
  title: `Revoke the identity of ${providerLabel(identity)}`,
  action: "Revoke identity",
  text:
    `Signing in with ${providerLabel(identity)} is refused from now on, until the identity is restored. ` +
    `${SESSIONS_END}`,
  done: "The identity is revoked"
})

export const restoreIdentityAction = (user: User, identity: Identity): SecurityAction => ({
  user: user.id,
  email: user.email,
  name: providerLabel(identity),
  kind: "restore-identity",
  id: String(identity.id),
  title: `Restore the identity of ${providerLabel(identity)}`,
  action: "Restore identity",
  text: `Signing in with ${providerLabel(identity)} works again. ${SESSIONS_END}`,
  done: "The identity is restored"
})

export const revokeSessionAction = (user: User, session: Session): SecurityAction => ({
  user: user.id,
  email: user.email,
  name: session.device,
  kind: "revoke-session",
  id: session.id,
  title: "End this session",
  action: "End session",
  text: `${session.device} at ${session.client_address} is signed out at once. Other sessions and API tokens stay.`,
  done: "The session is ended"
})

export const resetMfaAction = (user: User): SecurityAction => ({
  user: user.id,
  email: user.email,
  name: user.full_name,
  kind: "reset-mfa",
  id: "all",
  title: "Reset passkeys",
  action: "Reset passkeys",
  text:
    `All passkeys and recovery codes are taken away. ${SESSIONS_END} Where the role asks for a passkey, the next ` +
    "sign-in sets up a new one.",
  done: "Passkeys and recovery codes are gone"
})

export const signOutAction = (user: User): SecurityAction => ({
  user: user.id,
  email: user.email,
  name: user.full_name,
  kind: "sign-out",
  id: "all",
  title: "Sign out everywhere",
  action: "Sign out everywhere",
  text: "Every session of this person ends at once. API tokens stay: revoke those by themselves.",
  done: "Signed out everywhere"
})

export const runSecurityAction = ({ email, id, kind, user: user_id }: SecurityAction): Promise<unknown> => {
  const params = { user_id }
  const query = { confirm_name: email }
  switch (kind) {
    case "revoke-identity":
      return call("POST /api/admin/users/:user_id/identities/:identity_id/revoke", {
        params: { ...params, identity_id: Number(id) },
        query
      })
    case "restore-identity":
      return call("POST /api/admin/users/:user_id/identities/:identity_id/restore", {
        params: { ...params, identity_id: Number(id) }
      })
    case "revoke-session":
      return call("DELETE /api/admin/identity/sessions/:session_id", { params: { session_id: id }, query })
    case "reset-mfa":
      return call("POST /api/admin/users/:user_id/reset-mfa", { params, query })
    case "sign-out":
      return call("POST /api/admin/users/:user_id/revoke-sessions", { params, query })
  }
}

import { call } from "~/client/call"
import type { Subject } from "~/components/action"
import type { Identity, Session, User } from "./user"

export interface SecurityAsk extends Subject {
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

export const providerOf = (identity: Identity): string => identity.provider_label ?? identity.provider_id

export const askRevokeIdentity = (user: User, identity: Identity): SecurityAsk => ({
  user: user.id,
  email: user.email,
  name: providerOf(identity),
  kind: "revoke-identity",
  id: String(identity.id),
  title: `Revoke the identity of ${providerOf(identity)}`,
  action: "Revoke identity",
  text:
    `Signing in with ${providerOf(identity)} is refused from now on, until the identity is restored. ` +
    `${SESSIONS_END}`,
  done: "The identity is revoked"
})

export const askRestoreIdentity = (user: User, identity: Identity): SecurityAsk => ({
  user: user.id,
  email: user.email,
  name: providerOf(identity),
  kind: "restore-identity",
  id: String(identity.id),
  title: `Restore the identity of ${providerOf(identity)}`,
  action: "Restore identity",
  text: `Signing in with ${providerOf(identity)} works again. ${SESSIONS_END}`,
  done: "The identity is restored"
})

export const askRevokeSession = (user: User, session: Session): SecurityAsk => ({
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

export const askResetMfa = (user: User): SecurityAsk => ({
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

export const askSignOut = (user: User): SecurityAsk => ({
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

export const carryOut = ({ email, id, kind, user: user_id }: SecurityAsk): Promise<unknown> => {
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

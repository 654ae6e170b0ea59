import { resetMfa, restoreIdentity, revokeIdentity, revokeSessions, type Identity, type Session, type User } from "~/client/users"
import { revokeSession } from "~/client/identity"

/** What an administrator is about to do to how somebody signs in, and what it brings about. */
export interface SecurityAsk {
  kind: "revoke-identity" | "restore-identity" | "revoke-session" | "reset-mfa" | "sign-out"
  /** Of the identity or the session. */
  subject: string
  title: string
  action: string
  text: string
  done: string
}

const ENDS = "Their sessions and API tokens end at once."

export const providerOf = (identity: Identity): string => identity.provider_label ?? identity.provider_id

export const askRevokeIdentity = (identity: Identity): SecurityAsk => ({
  kind: "revoke-identity",
  subject: String(identity.id),
  title: `Revoke the identity of ${providerOf(identity)}`,
  action: "Revoke identity",
  text: `Signing in with ${providerOf(identity)} is refused from now on, until the identity is restored. ${ENDS}`,
  done: "The identity is revoked"
})

export const askRestoreIdentity = (identity: Identity): SecurityAsk => ({
  kind: "restore-identity",
  subject: String(identity.id),
  title: `Restore the identity of ${providerOf(identity)}`,
  action: "Restore identity",
  text: `Signing in with ${providerOf(identity)} works again. ${ENDS}`,
  done: "The identity is restored"
})

export const askRevokeSession = (session: Session): SecurityAsk => ({
  kind: "revoke-session",
  subject: session.id,
  title: "End this session",
  action: "End session",
  text: `${session.device} at ${session.client_address} is signed out at once. Other sessions and API tokens stay.`,
  done: "The session is ended"
})

export const askResetMfa = (): SecurityAsk => ({
  kind: "reset-mfa",
  subject: "",
  title: "Reset passkeys",
  action: "Reset passkeys",
  text: `All passkeys and recovery codes are taken away. ${ENDS} Where the role asks for a passkey, the next sign-in sets up a new one.`,
  done: "Passkeys and recovery codes are gone"
})

export const askSignOut = (): SecurityAsk => ({
  kind: "sign-out",
  subject: "",
  title: "Sign out everywhere",
  action: "Sign out everywhere",
  text: "Every session of this person ends at once. API tokens stay: revoke those by themselves.",
  done: "Signed out everywhere"
})

export const carryOut = (user: User, { kind, subject }: SecurityAsk): Promise<void> => {
  switch (kind) {
    case "revoke-identity": return revokeIdentity(user.id, Number(subject))
    case "restore-identity": return restoreIdentity(user.id, Number(subject))
    case "revoke-session": return revokeSession(subject)
    case "reset-mfa": return resetMfa(user.id)
    case "sign-out": return revokeSessions(user.id)
  }
}

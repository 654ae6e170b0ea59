import type { GroupTexts } from "./OperationText.ts"

const ends = "Their sessions and API tokens end at once."
const privileged = "Only super administrators do this to administrators: else 403 `forbidden`."

const adminUsers: GroupTexts = {
  list: {
    summary: "List console users",
    description:
      "People who can sign in, with links and effective access, 25 a page unless `page_size` says otherwise. " +
      "`search` matches names and e-mail addresses; `role`, `state` and `passkey` filter."
  },
  minimal: {
    summary: "List names of console users",
    description: "All console users at once, with the few fields that a selection needs."
  },
  get: {
    summary: "Get a console user",
    description:
      "Role, privileges, links and groups. `effective_access` names each right and whether it is given directly or " +
      "by a group."
  },
  create: {
    summary: "Create a console user",
    description:
      "Without `password` the person signs in with an identity provider, or chooses a password by an invitation. 409 " +
      "`already_exists` if the e-mail address is taken."
  },
  update: {
    summary: "Update a console user",
    description:
      "Absent fields stay, lists replace the stored ones. A changed role, e-mail address or activation ends the " +
      `sessions and API tokens of the person. ${privileged}`
  },
  remove: {
    summary: "Delete a console user",
    description:
      "Ends all sessions and tokens of the person. 409 `state_conflict` for oneself and for the last active super " +
      `administrator. ${privileged}`
  },
  security: {
    summary: "Get the security state of a user",
    description:
      "Passkeys, recovery codes, linked identities, open invitation and sessions. Sessions of privileged accounts " +
      "are null for others than super administrators and their owner."
  },
  resetMfa: {
    summary: "Reset passkeys of a user",
    description: `Deletes all passkeys and recovery codes of a person who lost them. ${ends} ${privileged}`
  },
  setPassword: {
    summary: "Set the password of a user",
    description: `Replaces the password, without the old one; common passwords are 422. ${ends} ${privileged}`
  },
  invite: {
    summary: "Invite a user to choose a password",
    description:
      "Creates a link that is valid once, for 7 days, and ends the one before. With a mail server it is sent to the " +
      "person; else `link` shows it this once. 409 if the person is inactive or has a password."
  },
  revokeInvitation: {
    summary: "Revoke the invitation of a user",
    description: "The link stops working at once. A new invitation can be made at any time."
  },
  revokeSessions: {
    summary: "End all sessions of a user",
    description: "Signs the person out everywhere, within seconds also on open pages. The person can sign in again."
  },
  addIdentity: {
    summary: "Link an identity to a user",
    description:
      "Links the subject of an identity provider by hand, so that the person can sign in with it. 409 " +
      "`already_exists` if it is linked to somebody."
  },
  revokeIdentity: {
    summary: "Revoke an identity of a user",
    description: `The identity no longer signs anybody in until it is restored. ${ends}`
  },
  restoreIdentity: {
    summary: "Restore a revoked identity",
    description: "The identity signs the person in again. 409 if it is not revoked."
  }
}

const adminGroups: GroupTexts = {
  list: {
    summary: "List groups",
    description:
      "Groups of console users with what they give their members, 25 a page unless `page_size` says otherwise."
  },
  minimal: {
    summary: "List names of groups",
    description: "All groups at once, with the few fields that a selection needs."
  },
  get: { summary: "Get a group", description: "Members, links, privileges and Manager tools of a group." },
  create: {
    summary: "Create a group",
    description:
      "Members have the rights of the group at once, beside their own. 409 `already_exists` if the name is taken."
  },
  update: {
    summary: "Update a group",
    description:
      "Lists that are sent replace the stored ones. Members gain and lose rights within seconds, in open pages too. " +
      "An outdated version is 409 `stale_plan`."
  },
  remove: {
    summary: "Delete a group",
    description: "Members lose what only this group gave them. The people and what was linked stay."
  }
}

const adminIdentity: GroupTexts = {
  linkRequests: {
    summary: "List link requests",
    description:
      "Identities that signed in with the e-mail address of an existing account and wait for a decision, " +
      "by cursor. Requests expire after 7 days."
  },
  linkRequest: {
    summary: "Get a link request",
    description: "The identity, the account that it asks for, and `reason`: why it was not linked automatically."
  },
  approveLink: {
    summary: "Approve a link request",
    description:
      "Links the identity to the account, which ends the sessions and API tokens of the account. 409 if the request " +
      "is decided or expired."
  },
  rejectLink: {
    summary: "Reject a link request",
    description: "The identity is not linked. 409 if the request is decided or expired."
  },
  sessions: {
    summary: "List sessions",
    description:
      "Open sessions of console users and of S3 keys, newest first, by cursor. Administrators see those of standard " +
      "accounts and their own, super administrators all."
  },
  session: {
    summary: "Get a session",
    description: "Who is signed in, from which address and device, since when, and when the session ends."
  },
  revokeSession: {
    summary: "End a session",
    description: "Signs that device out within seconds. Stored keys of an S3 session are erased."
  },
  settings: {
    summary: "Get passkey rules",
    description: "Which roles have to sign in with a passkey. The same values are part of `GET /api/admin/settings`."
  },
  updateSettings: {
    summary: "Set passkey rules",
    description: "Super administrators only. A stricter rule applies from the next sign-in of a person."
  }
}

const testText =
  "Checks host, connection and configuration step by step and says of each what is wrong. Nothing is stored."
const removeText =
  "Revokes the identities of the provider, also if a provider with this id is created again. Providers from the " +
  "environment are 409."
const updateText =
  "Absent fields stay. A stored secret is not reused for another address, and providers from the environment are 409."

const adminIdentityProviders: GroupTexts = {
  listOidc: {
    summary: "List OpenID Connect providers",
    description: "Providers from the environment, which are read-only, then those created here; never a client secret."
  },
  createOidc: {
    summary: "Create an OpenID Connect provider",
    description:
      "The login page offers it at once. Its hosts have to be in `OIDC_ALLOWED_HOSTS`. The id is part of the " +
      "redirect URI and cannot be changed."
  },
  testOidc: { summary: "Test an OpenID Connect provider", description: testText },
  updateOidc: { summary: "Update an OpenID Connect provider", description: updateText },
  removeOidc: { summary: "Delete an OpenID Connect provider", description: removeText },
  listLdap: {
    summary: "List LDAP directories",
    description:
      "Directories from the environment, which are read-only, then those created here; never a bind password."
  },
  createLdap: {
    summary: "Create an LDAP directory",
    description:
      "The login page offers it at once. Its host has to be in `LDAP_ALLOWED_HOSTS`. Connections use TLS or StartTLS."
  },
  testLdap: { summary: "Test an LDAP directory", description: testText },
  updateLdap: { summary: "Update an LDAP directory", description: updateText },
  removeLdap: { summary: "Delete an LDAP directory", description: removeText }
}

export const peopleTexts: Readonly<Record<string, GroupTexts>> = {
  adminUsers,
  adminGroups,
  adminIdentity,
  adminIdentityProviders
}

import type { GroupTexts } from "./OperationText.ts"

const challenge = "Valid for a short time and one use; the answer goes to the operation that verifies it."
const indistinct = "Wrong and unknown are 401 alike, and repeated attempts 429."

const auth: GroupTexts = {
  session: {
    summary: "Get the session of the caller",
    description:
      "Says who is signed in, with workspaces, tools and the CSRF token that mutations need, or what is needed to " +
      "sign in. Never 401: without a session `authenticated` is false."
  },
  providers: {
    summary: "List ways to sign in",
    description: "Password, S3 keys and identity providers that the login page offers, by type, id and label."
  },
  login: {
    summary: "Sign in with a password",
    description: `\`next\` says whether a passkey is needed too. Tokens are set as cookies. ${indistinct}`
  },
  loginS3: {
    summary: "Sign in with S3 keys",
    description:
      "Opens the object browser, and nothing else, after one test of the keys at the gateway. The session ends after " +
      "30 minutes without use and after 8 hours at most."
  },
  loginLdap: {
    summary: "Sign in with an LDAP directory",
    description: `\`next\` says whether a passkey is needed too. ${indistinct}`
  },
  oidcStart: {
    summary: "Start a sign-in with OpenID Connect",
    description:
      "Returns the address at the provider to which the browser goes. The same browser has to come back within 5 " +
      "minutes."
  },
  oidcCallback: {
    summary: "Finish a sign-in with OpenID Connect",
    description:
      "The provider sends the browser here. The answer is always a redirect: to the requested page, to the passkey " +
      "step, or to the login page with an error code."
  },
  refresh: {
    summary: "Renew the session",
    description:
      "Exchanges the single-use refresh cookie for a new session. A value that was used before ends the session: 401."
  },
  logout: {
    summary: "Sign out",
    description: "Ends this session and deletes its cookies. The refresh cookie is enough, if the session has expired."
  },
  logoutAll: {
    summary: "Sign out everywhere",
    description: "Ends all sessions of the caller, this one included, and deletes its cookies."
  },
  logoutOthers: {
    summary: "Sign out everywhere else",
    description: "Ends all other sessions of the caller. `ended` is their number; this session stays."
  },
  acceptInvitation: {
    summary: "Accept an invitation",
    description:
      "Sets the first password of the invited person and signs them in. Used, expired, revoked and wrong links are " +
      "the same 401."
  },
  bootstrap: {
    summary: "Create the first administrator",
    description:
      "Needs the token that `stowage bootstrap-token` prints. Possible only while no console user exists: later it " +
      "is 403 `setup_closed`."
  }
}

const webauthn: GroupTexts = {
  registrationOptions: {
    summary: "Get options for a new passkey",
    description: `WebAuthn creation options. ${challenge}`
  },
  registrationVerify: {
    summary: "Register a passkey",
    description:
      "Stores the passkey and opens a new session. With the first passkey `recovery_codes` has codes that are shown " +
      "this once; later it is null."
  },
  authenticationOptions: {
    summary: "Get options to sign in by passkey",
    description: `WebAuthn request options for the passkeys of the pending sign-in. ${challenge}`
  },
  authenticationVerify: {
    summary: "Finish the sign-in by passkey",
    description: "Verifies the passkey and opens the session. A wrong or late answer is 401."
  },
  recoveryCodesUse: {
    summary: "Finish the sign-in by recovery code",
    description: "Takes one recovery code in place of a passkey and opens the session. Each code is valid once."
  },
  stepUpOptions: {
    summary: "Get options to confirm by passkey",
    description: `WebAuthn request options for an operation that answered \`step_up_required\`. ${challenge}`
  },
  stepUpVerify: {
    summary: "Confirm by passkey",
    description: "Makes the proof of this session fresh for some minutes. Then repeat the refused operation."
  }
}

const ownSecurity: GroupTexts = {
  view: {
    summary: "Get your security settings",
    description: "Passkeys, recovery codes left, linked identities, and whether a passkey is required for your role."
  },
  renamePasskey: {
    summary: "Rename a passkey",
    description: "Changes the label that the console shows for the passkey."
  },
  removePasskey: {
    summary: "Delete a passkey",
    description:
      "Ends all sessions of the caller; the answer opens a new one. 409 for the last passkey while one is required."
  },
  renewRecoveryCodes: {
    summary: "Renew recovery codes",
    description: "The former codes become invalid. The new ones are in this answer only. 409 without a passkey."
  },
  changePassword: {
    summary: "Change your password",
    description:
      "Needs the current password if there is one. Ends all sessions of the caller; the answer opens a new one. " +
      "Common passwords are 422."
  },
  sessions: {
    summary: "List your sessions",
    description: "Where the caller is signed in, with device, address and last activity. `current` is this session."
  },
  revokeSession: { summary: "End one of your sessions", description: "Signs that device out within seconds." },
  tokens: {
    summary: "List your API tokens",
    description: "Scopes, expiry and last use, never the token itself. `include_ended=true` adds ended ones."
  }
}

export const ownTexts: Readonly<Record<string, GroupTexts>> = {
  auth,
  webauthn,
  ownSecurity,
  apiTokens: {
    list: {
      summary: "List API tokens of everybody",
      description:
        "Super administrators only: owner, scopes, expiry and last use, never the token itself. `include_ended=true` " +
        "adds ended ones."
    },
    create: {
      summary: "Create an API token",
      description:
        "The token is in this answer only. It is valid for 30 days unless `expires_in_days` (1 to 90) says " +
        "otherwise, and its scopes are limited to the workspaces of the caller."
    },
    revoke: {
      summary: "Revoke an API token",
      description: "The token stops working at once. Own tokens, or any for a super administrator; others are 404."
    }
  },
  branding: {
    get: {
      summary: "Get name and colours of the console",
      description: "What the login page shows before anybody signs in: name, accent colour, logo and note."
    },
    logo: {
      summary: "Get the logo",
      description: "The logo of a settings version, so that it can be cached. 404 without a logo of that version."
    }
  },
  executionContexts: {
    list: {
      summary: "List your execution contexts",
      description:
        "Accounts, RGW users and S3 connections as which the caller can act in `workspace`, with capabilities. Their " +
        "`id` is the `context_id` of other operations."
    }
  },
  notifications: {
    list: {
      summary: "List your notifications",
      description:
        "Newest first, by cursor, with the number of unread ones. `unread=true` leaves out those that were read."
    },
    get: {
      summary: "Get a notification",
      description: "404 for notifications of others, and for those about storage that the caller no longer may see."
    },
    read: {
      summary: "Mark a notification as read",
      description: "Doing it twice is fine. The answer is the number that remains unread."
    },
    readAll: {
      summary: "Mark notifications as read",
      description:
        "All of the caller, or with `up_to` those up to that one, so that newer ones stay unread. The answer is the " +
        "number that remains unread."
    },
    stream: { summary: "Follow your notifications and rights" }
  },
  onboarding: {
    state: {
      summary: "Get what is still to be set up",
      description:
        "Whether a storage endpoint and storage access exist, counted with and without the sandbox (`own_…`)."
    }
  },
  ownProfile: {
    get: {
      summary: "Get your profile",
      description: "Name, role, quota alert switches and preferences of the caller."
    },
    update: {
      summary: "Update your profile",
      description:
        "Absent fields stay, unknown preferences are ignored. Only administrators can watch the quotas of everybody."
    }
  }
}

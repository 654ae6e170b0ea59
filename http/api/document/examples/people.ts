const user = { id: 7, email: "ada@example.org", full_name: "Ada Lovelace", role: "ui_superadmin" }
const moment = "2026-05-04T09:30:00.000Z"
const later = "2026-05-04T21:30:00.000Z"
const password = "correct horse battery staple"
const csrf = "5f3c1d2e4b6a79888f0e1d2c3b4a5968"

const summary = { ...user, is_active: true }
const privileges = { cluster_admin: false, storage_ops: true }
const manager_tools = {
  bucket_compare: true,
  bucket_migration: false,
  feature_rules: true,
  usage_stats: true,
  private_access: false
}
const account = {
  account_id: 12,
  name: "Analytics",
  rgw_account_id: "RGW00000000000000012",
  storage_endpoint_id: 1,
  storage_endpoint_name: "North"
}
const accountLink = {
  ...account,
  manager_role: "account_administrator",
  portal_role: null,
  allow_manager_browser_data_access: true
}
const s3UserLink = {
  s3_user_id: 3,
  name: "Backup",
  rgw_user_uid: "backup",
  storage_endpoint_id: 1,
  storage_endpoint_name: "North",
  manager_role: "account_administrator",
  portal_role: null,
  allow_manager_browser_data_access: false
}
const direct = [{ via: "direct" }]
const byGroup = [{ via: "group", group_id: 4, name: "Storage team" }]
const no = { granted: false, from: [] }
const roles = { manager_role: { role: "account_administrator", from: direct }, portal_role: { role: null, from: [] } }
const effective = {
  privileges: { cluster_admin: no, storage_ops: { granted: true, from: [...direct, ...byGroup] } },
  manager_tools: {
    bucket_compare: { granted: true, from: direct },
    bucket_migration: no,
    feature_rules: { granted: true, from: direct },
    usage_stats: { granted: true, from: direct },
    private_access: no
  },
  accounts: [
    { account_id: 12, name: "Analytics", ...roles, allow_manager_browser_data_access: { granted: true, from: direct } }
  ],
  s3_users: [
    {
      s3_user_id: 3,
      name: "Backup",
      manager_role: { role: "account_administrator", from: byGroup },
      portal_role: { role: null, from: [] },
      allow_manager_browser_data_access: no
    }
  ],
  s3_connections: []
}
const uiUser = {
  ...summary,
  privileges,
  manager_tools,
  account_links: [accountLink],
  s3_user_links: [],
  s3_connection_details: [],
  group_details: [
    {
      group_id: 4,
      name: "Storage team",
      by_hand: false,
      providers: [{ provider_type: "oidc", provider_id: "company", provider_label: "Company account" }]
    }
  ],
  effective_access: effective,
  has_password: true,
  passkey_count: 1,
  identity_count: 0,
  version: 4,
  created_at: moment,
  last_login_at: later
}
const groupRow = {
  id: 4,
  name: "Storage team",
  description: "Who looks after the clusters",
  privileges,
  manager_tools: { ...manager_tools, bucket_compare: false },
  version: 9,
  created_at: moment,
  updated_at: later,
  member_count: 1,
  account_count: 0,
  s3_user_count: 1
}
const group = {
  ...groupRow,
  user_details: [
    {
      user_id: 7,
      email: user.email,
      full_name: user.full_name,
      role: user.role,
      is_active: true,
      by_hand: true,
      providers: []
    }
  ],
  account_links: [],
  s3_user_links: [s3UserLink],
  s3_connection_details: []
}
const linkChoice = {
  id: 12,
  name: "Analytics",
  detail: "RGW00000000000000012",
  storage_endpoint_name: "North",
  is_active: true
}
const session = {
  id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  kind: "ui",
  user,
  access_key: null,
  client_address: "203.0.113.9",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  device: "Firefox on Linux",
  authenticated_at: moment,
  mfa_verified_at: moment,
  last_active_at: later,
  expires_at: later,
  current: true
}
const me = {
  ...user,
  quota_alerts_enabled: true,
  quota_alerts_global_watch: false,
  preferences: { theme: "system", selected_portal_account_id: "12" }
}
const passkey = {
  id: 3,
  name: "Security key",
  device_type: "singleDevice",
  backed_up: false,
  created_at: moment,
  last_used_at: later
}
const identity = {
  id: 12,
  provider_type: "oidc",
  provider_id: "keycloak",
  provider_label: "Keycloak",
  email: user.email,
  created_at: moment,
  last_used_at: null,
  revoked_at: null
}
const proofs = {
  has_password: true,
  password_changed_at: moment,
  passkey_required: true,
  passkeys: [passkey],
  recovery_codes: { issued: 10, left: 9 },
  identities: [identity]
}
const linkRequest = {
  id: 5,
  provider_type: "oidc",
  provider_id: "keycloak",
  provider_label: "Keycloak",
  email: "grace@example.org",
  display_name: "Grace Hopper",
  reason: "The provider's identities are linked by hand",
  target: { id: 8, email: "grace@example.org", full_name: "Grace Hopper", role: "ui_user", is_active: true },
  status: "pending",
  requested_at: moment,
  expires_at: later,
  decided_at: null,
  decided_by: null
}
const token = {
  id: "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
  name: "Nightly report",
  user,
  scopes: ["manager.read"],
  state: "active",
  created_at: moment,
  expires_at: later,
  revoked_at: null,
  last_used_at: null,
  last_used_address: null
}
const challenge = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ"
const credential = {
  id: "AAECAwQFBgcICQoLDA0ODw",
  rawId: "AAECAwQFBgcICQoLDA0ODw",
  type: "public-key",
  clientExtensionResults: {}
}
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"
const attestation = {
  ...credential,
  response: { clientDataJSON, attestationObject: "o2NmbXRkbm9uZQ", transports: ["internal"] }
}
const codes = ["k3vq-8m2x-p9rt", "w7hd-4c6n-z1by"]

export const people = {
  OwnProfile: me,
  UpdateOwnProfile: { quota_alerts_enabled: false, preferences: { theme: "dark" } },
  Removed: { id: 7, name: "ada@example.org" },
  PasskeyRemoved: { id: 3, name: "Laptop", next: "ready", csrf_token: csrf },
  SignInStep: { next: "ready", csrf_token: csrf },
  SignInProvider: { type: "oidc", id: "keycloak", label: "Keycloak" },
  SessionView: {
    authenticated: true,
    kind: "user",
    user,
    workspaces: ["admin", "manager", "browser"],
    manager_tools,
    disabled_tools: [],
    csrf_token: csrf,
    mfa: { required: true, enrolled: true, verified_at: moment, recovery_codes_left: 9 },
    unread_notifications: 2,
    access_mark: "5f2b1c7a9d0e4f3a8b6c2d1e0f9a8b7c",
    features: { endpoint_status: true }
  },
  LoginInput: { email: user.email, password },
  LdapLoginInput: { username: "ada", password },
  S3LoginInput: { access_key: "AKIAEXAMPLE0000000", secret_key: "example-secret-key-of-nobody", endpoint_id: 1 },
  OidcStartInput: { redirect_path: "/manager/buckets" },
  SessionsEnded: { ended: 2 },
  OidcStarted: { authorization_url: "https://idp.example.org/authorize?client_id=stowage&response_type=code" },
  FirstAdministrator: { email: user.email, full_name: user.full_name, password },
  PasskeyCreationOptions: {
    rp: { id: "stowage.example.org", name: "Stowage" },
    user: { id: "Nw", name: user.email, displayName: user.full_name },
    challenge,
    pubKeyCredParams: [{ alg: -7, type: "public-key" }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification: "required" },
    attestation: "none"
  },
  PasskeyRequestOptions: {
    challenge,
    rpId: "stowage.example.org",
    timeout: 300_000,
    allowCredentials: [{ id: credential.id, type: "public-key" }],
    userVerification: "required"
  },
  PasskeyAssertion: {
    ...credential,
    response: { clientDataJSON, authenticatorData: "SZYN5YgOjGh0NBcP", signature: "MEUCIQDKg1a2" }
  },
  PasskeyAttestation: attestation,
  NewPasskey: { name: passkey.name, response: attestation },
  PasskeyEnrolled: { next: "ready", csrf_token: csrf, recovery_codes: codes },
  RecoveryCode: { code: "k3vq-8m2x-p9rt" },
  RecoveryCodes: { recovery_codes: codes },
  RenamePasskey: { name: "Laptop" },
  ChangePassword: { current_password: password, new_password: "another good long passphrase" },
  SetPassword: { password },
  AcceptInvitation: { token: "3q2-7wabc4rHDBuG9yDkTQ5f3n0iTUSzGkV2pLr0h1E", password },
  Invitation: { recipient: "grace@example.org", expires_at: later, link: null, mail_problem: null },
  OpenInvitation: { created_at: moment, expires_at: later },
  OwnSecurity: proofs,
  UserSecurity: {
    user,
    is_active: true,
    last_login_at: later,
    ...proofs,
    invitation: null,
    sessions: [session],
    active_token_count: 1
  },
  SessionInfo: session,
  SessionInfoPage: { items: [session], next_cursor: null },
  UiUser: uiUser,
  UiUserSummary: summary,
  UiUserPage: { items: [uiUser], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  AccountLink: accountLink,
  S3UserLink: s3UserLink,
  AccountLinkInput: { account_id: 12, manager_role: "account_administrator", allow_manager_browser_data_access: true },
  S3UserLinkInput: { s3_user_id: 3 },
  EffectiveAccess: effective,
  UiGroup: group,
  UiGroupRow: groupRow,
  UiGroupPage: { items: [groupRow], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  UiGroupSummary: { id: 4, name: group.name, member_count: 1 },
  LinkChoice: linkChoice,
  LinkChoicePage: { items: [linkChoice], total: 1, total_all: 2000, page: 1, page_size: 100, has_next: false },
  CreateUiGroup: {
    name: group.name,
    description: group.description,
    user_details: [{ user_id: 7 }],
    s3_user_links: [{ s3_user_id: 3 }],
    privileges: { storage_ops: true }
  },
  UpdateUiGroup: { user_details: [{ user_id: 7 }, { user_id: 8 }], version: 9 },
  CreateUiUser: { email: "grace@example.org", full_name: "Grace Hopper", role: "ui_user", password },
  UpdateUiUser: {
    role: "ui_admin",
    is_active: true,
    group_details: [{ group_id: 4 }],
    account_links: [{ account_id: 12, manager_role: "account_administrator" }],
    version: 4
  },
  AddIdentity: { provider_type: "oidc", provider_id: "keycloak", subject: "248289761001", email: user.email },
  LinkRequest: linkRequest,
  LinkRequestPage: { items: [linkRequest], next_cursor: null },
  AuthenticationSettings: { require_passkey_for_admins: true, require_passkey_for_users: false },
  ApiToken: token,
  ApiTokenCreated: { ...token, token: "stw_made-up.made-up.made-up" },
  CreateApiToken: { name: token.name, scopes: ["manager.read"], expires_in_days: 30 },
  AccessSweepReport: { status: "completed", erased_count: 2, cleared_count: 140 }
}

const moment = "2026-05-04T09:30:00.000Z"

/** The settings of an installation, and how it presents itself. */
const values = {
  general: { quota_alerts_enabled: true, usage_history_enabled: true },
  require_passkey_for_admins: true,
  require_passkey_for_users: false,
  branding: { name: "Depot", color: "#0f7a3d", logo: null, login_note: "Ask storage@example.org for access." },
  portal: { allow_private_storage_space_create: true }
}
const smtp = {
  smtp_host: "smtp.example.org", smtp_port: 587, smtp_security: "starttls", smtp_username: "depot", sender_address: "depot@example.org", sender_name: "Depot"
}

export const settings = {
  ApplicationSettings: {
    version: 4, ...values, quota_notifications: { ...smtp, has_password: true }, locked: [{ path: "quota_notifications.smtp_host", variable: "SMTP_HOST" }], updated_at: moment
  },
  UpdateApplicationSettings: { version: 4, branding: values.branding, quota_notifications: smtp },
  TestEmailReport: {
    delivered: false, recipient: "ada@example.org", summary: "smtp.example.org refused the user name or the password (535)",
    next: "Check the user name here and SMTP_PASSWORD in the environment of the service."
  },
  SettingsFrame: { id: "1", event: "version", data: "{\"version\":4}" },
  SettingsVersionFrame: { id: "1", event: "version", data: "{\"version\":4}" },
  Branding: { name: "Depot", color: "#0f7a3d", logo_url: "/api/branding/logo/4", login_note: "Ask storage@example.org for access." }
}

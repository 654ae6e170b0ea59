import type { Option, Redacted } from "effect"
import type { ApplicationSettings } from "#domain/identity/application/ApplicationSettings.ts"
import type { MailServer } from "#services/platform/Mail.ts"

type MailSettings = Pick<ApplicationSettings, "branding" | "quota_notifications">

export const mailServerOf = (
  { branding, quota_notifications: smtp }: MailSettings,
  password: Option.Option<Redacted.Redacted>
): MailServer | null =>
  smtp.smtp_host === null || smtp.sender_address === null || (smtp.smtp_username !== null && !smtp.has_password)
    ? null
    : {
        host: smtp.smtp_host,
        port: smtp.smtp_port,
        security: smtp.smtp_security,
        username: smtp.smtp_username,
        password,
        sender: { name: smtp.sender_name || branding.name, address: smtp.sender_address }
      }

import { Config } from "effect"
import {
  BrandColor,
  BrandName,
  LoginNote,
  SmtpHost,
  SmtpSecurity
} from "#domain/identity/application/ApplicationSettings.ts"
import { ConfiguredLdapProvider, ConfiguredOidcProvider } from "#domain/identity/federation/IdentityProvider.ts"
import { EmailAddress, Line, Name } from "#domain/platform/Text.ts"
import { PortNumber } from "../formats.ts"
import { AllowedHost, fixes, fixesSwitch, jsonArray, list, optionalSecret, variable } from "./variable.ts"

/** Identity providers and settings that the console shows and cannot change. */
export const fixedSettingVariables = {
  oidcProviders: variable(
    "OIDC_PROVIDERS",
    "JSON array",
    "none",
    "OpenID Connect providers, as docs/identity.md describes them; the console shows and cannot change them.",
    jsonArray(ConfiguredOidcProvider)
  ),
  ldapProviders: variable(
    "LDAP_PROVIDERS",
    "JSON array",
    "none",
    "LDAP directories, likewise.",
    jsonArray(ConfiguredLdapProvider)
  ),
  quotaAlerts: variable(
    "QUOTA_ALERTS_ENABLED",
    "boolean",
    "the setting",
    "Fixes the setting `general.quota_alerts_enabled`: the console shows it and cannot change it.",
    fixesSwitch
  ),
  usageHistory: variable(
    "USAGE_HISTORY_ENABLED",
    "boolean",
    "the setting",
    "Fixes `general.usage_history_enabled`, likewise.",
    fixesSwitch
  ),
  passkeyForAdmins: variable(
    "REQUIRE_PASSKEY_FOR_ADMINS",
    "boolean",
    "the setting",
    "Fixes `require_passkey_for_admins`, likewise.",
    fixesSwitch
  ),
  passkeyForUsers: variable(
    "REQUIRE_PASSKEY_FOR_USERS",
    "boolean",
    "the setting",
    "Fixes `require_passkey_for_users`, likewise.",
    fixesSwitch
  ),
  smtpHost: variable(
    "SMTP_HOST",
    "host",
    "the setting",
    "Fixes `quota_notifications.smtp_host`, likewise; this host needs no place on SMTP_ALLOWED_HOSTS.",
    fixes(SmtpHost)
  ),
  smtpPort: variable("SMTP_PORT", "port", "the setting", "Fixes `quota_notifications.smtp_port`, likewise.", (name) =>
    Config.option(Config.schema(PortNumber, name))
  ),
  smtpSecurity: variable(
    "SMTP_SECURITY",
    "`tls`, `starttls` or `none`",
    "the setting",
    "Fixes `quota_notifications.smtp_security`, likewise.",
    fixes(SmtpSecurity)
  ),
  smtpUsername: variable(
    "SMTP_USERNAME",
    "text",
    "the setting",
    "Fixes `quota_notifications.smtp_username`, likewise.",
    fixes(Name(256))
  ),
  smtpSender: variable(
    "SMTP_SENDER_ADDRESS",
    "e-mail address",
    "the setting",
    "Fixes `quota_notifications.sender_address`, likewise.",
    fixes(EmailAddress)
  ),
  smtpSenderName: variable(
    "SMTP_SENDER_NAME",
    "text",
    "the setting",
    "Fixes `quota_notifications.sender_name`, likewise.",
    fixes(Line(100))
  ),
  smtpPassword: variable(
    "SMTP_PASSWORD",
    "secret",
    "no password",
    "Password of the mail server. It is never kept in the database nor told.",
    optionalSecret
  ),
  smtpAllowedHosts: variable(
    "SMTP_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that administrators may name as mail server; one in a private network also needs a place on " +
      "OUTBOUND_PRIVATE_HOSTS.",
    list(AllowedHost)
  ),
  brandName: variable(
    "BRANDING_NAME",
    "text",
    "the setting",
    "Fixes `branding.name`: what the console is called.",
    fixes(BrandName)
  ),
  brandColor: variable(
    "BRANDING_COLOR",
    "`#rrggbb`",
    "the setting",
    "Fixes `branding.color`, likewise.",
    fixes(BrandColor)
  ),
  loginNote: variable(
    "BRANDING_LOGIN_NOTE",
    "text",
    "the setting",
    "Fixes `branding.login_note`, likewise.",
    fixes(LoginNote)
  )
}

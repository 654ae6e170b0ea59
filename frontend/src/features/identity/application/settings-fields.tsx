import { component$, Slot, useStore } from "@builder.io/qwik"
import type { FieldsProps } from "~/components/action"
import { AreaField } from "~/components/ui/area-field"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import { Icon } from "~/components/ui/icon"
import { BrandPreview, type PreviewedBrand } from "./brand-preview"
import { Locked } from "./locked"
import { LogoField } from "./logo-field"
import { SendTestEmail } from "./send-test-email"
import { lockingVariable, type SettingsRow } from "./settings-row"

const SECURITY = [
  { value: "starttls", label: "STARTTLS (port 587)" },
  { value: "tls", label: "TLS (port 465)" },
  { value: "none", label: "None (port 25)" }
]

const OWN_COLOR = "#2f62d9"

const Section = component$<{ readonly id: string; readonly title: string; readonly text: string }>(
  ({ id, text, title }) => (
    <section class="edit-section first:mt-0 first:border-0 first:pt-0" aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} class="text-base font-semibold">
        {title}
      </h2>
      <p class="mt-0.5 mb-4 max-w-prose text-ink-2">{text}</p>
      <div class="grid gap-4">
        <Slot />
      </div>
    </section>
  )
)

export const SettingsFields = component$<FieldsProps<SettingsRow>>(({ row }) => {
  const previewed = useStore<PreviewedBrand>({
    name: row?.["branding.name"] ?? "",
    color: row?.["branding.color"] ?? null,
    logo: row?.settings.branding.logo ?? null,
    note: row?.["branding.login_note"] ?? ""
  })
  const color = useStore({ own: previewed.color !== null, value: previewed.color ?? OWN_COLOR })
  if (row === undefined) return null
  const { settings } = row
  const lock = (path: string) => lockingVariable(settings, path)
  return (
    <div class="pb-6">
      <Section
        id="branding"
        title="Branding"
        text="How this installation presents itself: on the login page, in the frame of the console, and in e-mails."
      >
        <div class="grid gap-4 md:grid-cols-2">
          <div
            class="grid content-start gap-4"
            onInput$={(_, group) => {
              const field = (name: string) =>
                group.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)?.value ?? ""
              previewed.name = field("branding.name")
              previewed.note = field("branding.login_note")
            }}
          >
            <Locked by={lock("branding.name")}>
              <Field name="branding.name" label="Name" value={row["branding.name"]} maxLength={40} required />
            </Locked>
            <Locked by={lock("branding.color")}>
              <CheckFieldOfColor color={color} shown={previewed} />
            </Locked>
            <LogoField shown={previewed} disabled={false} />
            <Locked by={lock("branding.login_note")}>
              <AreaField
                name="branding.login_note"
                label="Note on the login page"
                value={row["branding.login_note"] ?? ""}
                rows={4}
                hint="Plain text of at most 1,000 characters: whom to ask, what the rules are."
              />
            </Locked>
          </div>
          <BrandPreview shown={previewed} />
        </div>
      </Section>
      <Section
        id="sign-in"
        title="Sign-in"
        text="Who must have a passkey. A change takes effect at the next sign-in and ends no session."
      >
        <Locked by={lock("require_passkey_for_admins")}>
          <CheckField
            name="require_passkey_for_admins"
            label="Administrators must have a passkey"
            checked={row.require_passkey_for_admins}
            hint="They are asked for it again before they change people, providers or rights."
          />
        </Locked>
        <Locked by={lock("require_passkey_for_users")}>
          <CheckField
            name="require_passkey_for_users"
            label="Everybody else must have a passkey"
            checked={row.require_passkey_for_users}
            hint="Whoever else signs in as a console user."
          />
        </Locked>
      </Section>
      <Section id="general" title="Usage and quotas" text="What is watched and written down by itself.">
        <Locked by={lock("general.quota_alerts_enabled")}>
          <CheckField
            name="general.quota_alerts_enabled"
            label="Quota alerts"
            checked={row["general.quota_alerts_enabled"]}
            hint="People are told when an RGW account or RGW user comes close to its quota."
          />
          <p class="mt-1 ps-6 text-xs text-ink-3" data-testid="quota-threshold">
            Alerts are sent from {settings.quota_alert_threshold_percent}% of a quota, and again when it is full:{" "}
            <code class="font-mono break-all">QUOTA_ALERT_THRESHOLD_PERCENT</code> in the environment of the service.
          </p>
        </Locked>
        <Locked by={lock("general.usage_history_enabled")}>
          <CheckField
            name="general.usage_history_enabled"
            label="Usage history"
            checked={row["general.usage_history_enabled"]}
            hint="Storage and traffic are written down once a day, for the charts of the overview."
          />
        </Locked>
        <Locked by={lock("general.bucket_usage_stats_enabled")}>
          <CheckField
            name="general.bucket_usage_stats_enabled"
            label="Usage of buckets"
            checked={row["general.bucket_usage_stats_enabled"]}
            hint="The Manager counts what buckets hold, for whoever has the tool. Off, nobody has it."
          />
        </Locked>
      </Section>
      <Section
        id="mail"
        title="E-mail"
        text={
          "The mail server that takes quota alerts. Its password is the variable SMTP_PASSWORD of the service, " +
          "and is never kept here."
        }
      >
        <div class="grid gap-4 sm:grid-cols-2">
          <Locked by={lock("quota_notifications.smtp_host")}>
            <Field
              name="quota_notifications.smtp_host"
              label="Mail server"
              value={row["quota_notifications.smtp_host"] ?? ""}
              placeholder="smtp.example.org"
              maxLength={253}
              hint="Its host has to be on SMTP_ALLOWED_HOSTS."
              mono
            />
          </Locked>
          <div class="grid items-start gap-4 sm:grid-cols-2 sm:gap-3">
            <Locked by={lock("quota_notifications.smtp_port")}>
              <Field
                name="quota_notifications.smtp_port"
                label="Port"
                type="number"
                min={1}
                max={65535}
                value={String(row["quota_notifications.smtp_port"])}
                required
              />
            </Locked>
            <Locked by={lock("quota_notifications.smtp_security")}>
              <SelectField
                name="quota_notifications.smtp_security"
                label="Encryption"
                options={SECURITY}
                value={row["quota_notifications.smtp_security"]}
              />
            </Locked>
          </div>
          <Locked by={lock("quota_notifications.smtp_username")}>
            <Field
              name="quota_notifications.smtp_username"
              label="User name"
              value={row["quota_notifications.smtp_username"] ?? ""}
              maxLength={256}
              hint={
                settings.quota_notifications.has_password
                  ? "SMTP_PASSWORD is set."
                  : "SMTP_PASSWORD is not set: leave this empty."
              }
            />
          </Locked>
          <Locked by={lock("quota_notifications.sender_address")}>
            <Field
              name="quota_notifications.sender_address"
              label="Sender address"
              type="email"
              value={row["quota_notifications.sender_address"] ?? ""}
              placeholder="storage@example.org"
              maxLength={320}
            />
          </Locked>
          <Locked by={lock("quota_notifications.sender_name")}>
            <Field
              name="quota_notifications.sender_name"
              label="Sender name"
              value={row["quota_notifications.sender_name"]}
              maxLength={100}
              hint="The name of this installation, unless given."
            />
          </Locked>
        </div>
        <MailState mail={settings.quota_notifications} />
        <SendTestEmail ready={isComplete(settings.quota_notifications)} />
      </Section>
      <Section id="portal" title="Portal" text="What people may do for themselves.">
        <CheckField
          name="portal.enabled"
          label="Portal"
          checked={row["portal.enabled"]}
          hint="People with a Portal role can use the Portal. An account may have its own setting."
        />
        <CheckField
          name="portal.requests_enabled"
          label="Requests"
          checked={row["portal.requests_enabled"]}
          hint="People can request space, quota and access. Portal managers decide."
        />
        <CheckField
          name="portal.allow_private_storage_space_create"
          label="Private storage spaces"
          checked={row["portal.allow_private_storage_space_create"]}
          hint="People with the Portal role may create storage spaces of their own."
        />
        <CheckField
          name="portal.access_logs_enabled"
          label="Access logs"
          checked={row["portal.access_logs_enabled"]}
          hint="Requests in storage spaces can be logged, and read by those who use them."
        />
      </Section>
    </div>
  )
})

type MailSettings = SettingsRow["settings"]["quota_notifications"]

const isComplete = ({ sender_address, smtp_host }: MailSettings): boolean =>
  smtp_host !== null && sender_address !== null

const mailText = (mail: MailSettings): string => {
  if (isComplete(mail)) return `Quota alerts are sent by e-mail through ${mail.smtp_host}, port ${mail.smtp_port}.`
  const missing = mail.smtp_host === null ? "mail server" : "sender address"
  return `Quota alerts are not sent by e-mail: the ${missing} is missing. They are shown in the console.`
}

const MailState = component$<{ readonly mail: MailSettings }>(({ mail }) => (
  <p class={["alert", isComplete(mail) ? "" : "alert-warn"]} data-testid="mail-state">
    <Icon name={isComplete(mail) ? "info" : "triangle-alert"} />
    <span class="min-w-0 break-words">{mailText(mail)}</span>
  </p>
))

const CheckFieldOfColor = component$<{
  readonly color: { own: boolean; value: string }
  readonly shown: PreviewedBrand
}>(({ color, shown }) => (
  <div>
    <label class="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        name="own_color"
        value="true"
        class="check"
        checked={color.own}
        onChange$={(_, box) => {
          color.own = box.checked
          shown.color = box.checked ? color.value : null
        }}
      />
      <span class="font-medium">Accent colour of our own</span>
    </label>
    {color.own && (
      <label class="mt-2 flex items-center gap-3 ps-6">
        <input
          type="color"
          name="branding.color"
          class="h-8 w-14 rounded-ctl border border-line-strong bg-surface p-0.5"
          value={color.value}
          onInput$={(_, input) => {
            color.value = input.value
            shown.color = input.value
          }}
        />
        <span class="font-medium">Accent colour</span>
      </label>
    )}
    <p class="mt-1 ps-6 text-xs text-ink-3">Each theme shows it as light or dark as it can be read.</p>
  </div>
))

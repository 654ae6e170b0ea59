import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import type { MailMessage } from "#services/platform/Mail.ts"
import { writeMail } from "#services/platform/writeMail.ts"
import { DateTime, Duration } from "effect"

const DAYS = Duration.toDays(lifetimes.invitation)

export const invitationLetter = ({
  link,
  product,
  until,
  user
}: {
  readonly user: { readonly email: string; readonly full_name: string }
  readonly link: string
  readonly until: DateTime.Utc
  readonly product: string
}): MailMessage =>
  writeMail({
    to: user.email,
    subject: `Your account at ${product}`,
    title: `${user.full_name}, you are invited to ${product}`,
    paragraphs: [
      `An administrator created an account for ${user.email}. Open the link and choose a password.`,
      `The link is valid once, for ${DAYS} days, until ${DateTime.formatIso(until)}. Forward it to nobody.`
    ],
    link: { label: "Choose a password", href: link },
    product
  })

import { singleLine } from "#domain/platform/Text.ts"
import { MailRefused } from "#services/platform/Mail.ts"
import { OutboundRefused } from "../outbound/Outbound.ts"

export const mailServerTimeout = (host: string) =>
  new MailRefused({
    reason: "timeout",
    summary: `${host} did not answer in time`,
    next: "Check the host and the port; a firewall that drops packets looks like this."
  })

const refused = (reason: MailRefused["reason"], summary: string, next: string) =>
  new MailRefused({ reason, summary, next })

interface Trouble {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
  readonly cause?: unknown
  readonly message?: unknown
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const CERTIFICATE_ERROR = /_CERT|CERT_|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|altnames|certificate/
const TLS_ERROR = /SSL routines|wrong version number|EPROTO/

/** Omits the server's text, which may hold anything. */
export const mailTrouble = (cause: unknown, host: string): MailRefused => {
  if (cause instanceof MailRefused) return cause
  if (cause instanceof OutboundRefused) {
    return refused(
      "host_refused",
      singleLine(cause.message),
      "Add it to SMTP_ALLOWED_HOSTS in the environment of the service."
    )
  }
  const trouble = (cause ?? {}) as Trouble
  const code = text(trouble.code)
  const status = typeof trouble.responseCode === "number" ? trouble.responseCode : null
  const message = `${text(trouble.message)} ${text((trouble.cause as Trouble | undefined)?.code)}`
  if (code === "ETIMEDOUT") return mailServerTimeout(host)
  if (code === "EAUTH" || status === 535 || status === 534 || status === 530) {
    return refused(
      "credentials",
      `${host} refused the user name or the password${status === null ? "" : ` (${status})`}`,
      "Check the user name here and SMTP_PASSWORD in the environment of the service."
    )
  }
  if (code === "EENVELOPE" && text(trouble.command).startsWith("MAIL")) {
    return refused(
      "sender",
      `${host} does not take e-mails from this sender address${status === null ? "" : ` (${status})`}`,
      "Use a sender address that the mail server knows."
    )
  }
  if (code === "EENVELOPE")
    return refused(
      "recipient",
      `${host} does not take e-mails for this recipient${status === null ? "" : ` (${status})`}`,
      "Check your own e-mail address, and whether the mail server relays to its domain."
    )
  if (CERTIFICATE_ERROR.test(message) || CERTIFICATE_ERROR.test(code)) {
    return refused(
      "tls",
      `The certificate of ${host} is not trusted`,
      "Install a certificate that this machine trusts, or give its authority in NODE_EXTRA_CA_CERTS."
    )
  }
  if (code === "ETLS" || TLS_ERROR.test(message)) {
    return refused(
      "tls",
      `${host} does not speak TLS as it was asked to`,
      "Choose the other kind of encryption, or the port that belongs to it: 465 for TLS, 587 for STARTTLS."
    )
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EDNS")
    return refused("unreachable", `There is no host ${host}`, "Check how it is written.")
  if (code === "ECONNREFUSED")
    return refused("unreachable", `${host} refused the connection`, "Check the port, and that the mail server runs.")
  if (status !== null)
    return refused("refused", `${host} refused the e-mail (${status})`, "Look into the log of the mail server.")
  return refused(
    "unreachable",
    `The connection to ${host} broke`,
    "Check the port and the kind of encryption, then try again."
  )
}

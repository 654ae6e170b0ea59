import { Context, type Effect, type Option, type Redacted, Schema } from "effect"

/** Where e-mails are handed in. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: "tls" | "starttls" | "none"
  readonly username: string | null
  readonly password: Option.Option<Redacted.Redacted>
  readonly sender: { readonly name: string; readonly address: string }
}

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** An e-mail that was not taken: why in one sentence, and what to do about it. Nothing of the password or of what the server wrote is in it. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  reason: Schema.Literals(["host_refused", "unreachable", "timeout", "tls", "credentials", "recipient", "sender", "refused"]),
  summary: Schema.String,
  next: Schema.String
}) {
  override get message() {
    return this.summary
  }
}

/** Hands e-mails to a mail server. Implemented by layers/mail; an attempt ends within half a minute, whatever the server does. */
export class Mail extends Context.Service<Mail, {
  readonly send: (server: MailServer, message: MailMessage) => Effect.Effect<void, MailRefused>
}>()("stowage/services/platform/Mail") {}

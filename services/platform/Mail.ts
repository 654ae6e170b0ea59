import { Context, type Effect, type Option, type Redacted, Schema } from "effect"

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

/** Holds neither the password nor the server's text. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  reason: Schema.Literals([
    "host_refused",
    "unreachable",
    "timeout",
    "tls",
    "credentials",
    "recipient",
    "sender",
    "refused"
  ]),
  summary: Schema.String,
  next: Schema.String
}) {
  override get message() {
    return this.summary
  }
}

/** One attempt takes at most 30 seconds. */
export class Mail extends Context.Service<
  Mail,
  {
    readonly send: (server: MailServer, message: MailMessage) => Effect.Effect<void, MailRefused>
  }
>()("stowage/services/platform/Mail") {}

import { Schema } from "effect"
import { Credential } from "../platform/Text.ts"
import { NewPassword } from "./signin/Authentication.ts"

const Time = Schema.DateTimeUtcFromString

/** `link`: null when it was sent by e-mail, else shown this once. */
export const Invitation = Schema.Struct({
  recipient: Schema.String,
  expires_at: Time,
  link: Schema.NullOr(Schema.String),
  /** Null also without a mail server. */
  mail_problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

export const OpenInvitation = Schema.Struct({ created_at: Time, expires_at: Time }).annotate({
  identifier: "OpenInvitation"
})
export type OpenInvitation = typeof OpenInvitation.Type

export const AcceptInvitation = Schema.Struct({
  token: Schema.RedactedFromValue(Credential(64)),
  password: Schema.RedactedFromValue(NewPassword)
}).annotate({ identifier: "AcceptInvitation" })
export type AcceptInvitation = typeof AcceptInvitation.Type

import { Schema } from "effect"
import { Shaped } from "../platform/Text.ts"

/** RGW requires two characters (I11), as Amazon's STS does. */
export const SessionName = Shaped(/^[\w+=,.@-]{2,64}$/u, 100)

export interface RoleSession {
  readonly name: string
  readonly seconds: number
}

export const RoleCredentials = Schema.Struct({
  access_key: Schema.String,
  secret_key: Schema.String,
  session_token: Schema.String
}).annotate({ identifier: "RoleCredentials" })

export interface AssumedRole {
  readonly arn: string
  readonly expires_at: string
  readonly credentials: typeof RoleCredentials.Type
}

export const TestRole = Schema.Struct({
  session_name: Schema.optionalKey(SessionName),
  duration_seconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 900, maximum: 43_200 }))),
  show_credentials: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "TestRole" })
export type TestRole = typeof TestRole.Type

export const RoleTest = Schema.Struct({
  assumed: Schema.Boolean,
  code: Schema.NullOr(Schema.String),
  detail: Schema.String,
  assumed_arn: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.String),
  credentials: Schema.NullOr(RoleCredentials)
}).annotate({ identifier: "RoleTest" })
export type RoleTest = typeof RoleTest.Type

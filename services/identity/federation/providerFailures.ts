import { Schema } from "effect"

export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()("ProviderUnavailable", {
  reason: Schema.String
}) {}

/** Negative answer of the provider: wrong password, invalid token, denied consent. */
export class IdentityRefused extends Schema.TaggedError<IdentityRefused>()("IdentityRefused", {
  reason: Schema.String
}) {}

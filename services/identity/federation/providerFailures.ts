import { Schema } from "effect"

/** The identity provider could not be asked: down, slow, not allowed, or its answer makes no sense. `reason` is for operators. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()("ProviderUnavailable", {
  reason: Schema.String
}) {}

/** The provider answered, and what it answered proves nobody: wrong password, a bad token, a denied consent. */
export class IdentityRefused extends Schema.TaggedError<IdentityRefused>()("IdentityRefused", {
  reason: Schema.String
}) {}

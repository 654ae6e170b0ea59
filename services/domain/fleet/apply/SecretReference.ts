import { Schema } from "effect"
import { Name, SecretText, Shaped } from "../../platform/Text.ts"

/** The service never resolves references: a document could otherwise read its environment or files. */
export const SecretReference = Schema.Union([
  Schema.Struct({ env: Shaped(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/u, 220) }),
  Schema.Struct({ file: Name(1024) })
]).annotate({ identifier: "SecretReference" })
export type SecretReference = typeof SecretReference.Type
export const optionalSecret = Schema.optionalKey(SecretReference)
export const removableSecret = Schema.optionalKey(Schema.NullOr(SecretReference))

export const referenceKey = (reference: SecretReference): string =>
  "env" in reference ? `env ${reference.env}` : `file ${reference.file}`

export const SentSecret = Schema.Struct({ reference: SecretReference, value: SecretText(10_000) }).annotate({
  identifier: "SentSecret"
})
export type SentSecret = typeof SentSecret.Type

import { Schema } from "effect"
import { Name, SecretText, Shaped } from "../../platform/Text.ts"

/**
 * Where a secret is, never the secret itself: a variable of the environment, or a file. Whoever sends a document looks it up where
 * they are; the service looks up nothing, so that nobody reads its environment or its files by way of a document.
 */
export const SecretReference = Schema.Union([
  Schema.Struct({ env: Shaped(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/u, 220) }),
  Schema.Struct({ file: Name(1024) })
]).annotate({ identifier: "SecretReference" })
export type SecretReference = typeof SecretReference.Type

/** One reference as one word: what secrets are found by. */
export const referenceKey = (reference: SecretReference): string => "env" in reference ? `env ${reference.env}` : `file ${reference.file}`

/** A secret beside the document that refers to it. */
export const SentSecret = Schema.Struct({ reference: SecretReference, value: SecretText(10_000) }).annotate({ identifier: "SentSecret" })
export type SentSecret = typeof SentSecret.Type

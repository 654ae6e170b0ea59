import { Schema } from "effect"

/** NUL and lone surrogates would look like a database outage: they are refused with 422 (credentials: 401). */
export const textFault = (text: string): string | null =>
  text.includes("\0") ? "A text may not hold NUL" : text.isWellFormed() ? null : "Expected well-formed Unicode"

export const isStorableText = (text: string): boolean => textFault(text) === null

/** For text that cannot be refused (from a gateway or provider). */
export const sanitizeText = (text: string): string =>
  isStorableText(text) ? text : text.replaceAll("\0", "\ufffd").toWellFormed()

export const sanitizeJson = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return sanitizeText(value)
  if (typeof value !== "object" || value === null) return value
  if (isList(value)) return value.map(sanitizeJson)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [sanitizeText(key), sanitizeJson(part)]))
}

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** C0 (with line breaks and tabs), DEL and C1. */
const controls = /[\x00-\x1f\x7f-\x9f]/

export const hasControls = (text: string): boolean => controls.test(text)

export const singleLine = (text: string): string =>
  sanitizeText(text)
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, " ")
    .trim()

const storable = Schema.makeFilter((text: string) => textFault(text) ?? true)
const oneLine = Schema.makeFilter((text: string) => !hasControls(text) || "Expected no control characters")

/** Counts Unicode code points, as JSON Schema does. Aborts, since a pattern may need more than linear time. */
const maxCharacters = (maximum: number) =>
  Schema.isMaxCodePoints(maximum, { expected: `at most ${maximum} characters` }).abort()

export const isAtLeast = (minimum: number) =>
  Schema.isMinCodePoints(minimum, { expected: `at least ${minimum} characters` })

const filled = Schema.makeFilter((text: string) => text.trim() !== "" || "Expected some text", {
  toJsonSchema: () => ({ minLength: 1, pattern: "\\S" })
})

/** Trims after the length check, so that the document and the check agree. */
const trimmed = (schema: Schema.String) => schema.pipe(Schema.decodeTo(Schema.Trim))

export const Text = (maximum: number) => Schema.String.check(maxCharacters(maximum), storable)

export const SearchText = Text(200)

export const FilledText = (maximum: number) =>
  Schema.String.check(Schema.isNonEmpty(), maxCharacters(maximum), storable)

export const Line = (maximum: number) => trimmed(Schema.String.check(maxCharacters(maximum))).check(storable, oneLine)

export const Name = (maximum: number) =>
  trimmed(Schema.String.check(filled, maxCharacters(maximum))).check(storable, oneLine)

export const SecretText = (maximum: number) => Schema.RedactedFromValue(FilledText(maximum))

/** Only the length is checked: text that cannot be stored is a wrong credential (401). */
export const Credential = (maximum: number) => Schema.String.check(Schema.isNonEmpty(), maxCharacters(maximum))

/** `pattern` is anchored at both ends with no flag but `u`; `message` explains it in words. */
export const Shaped = (pattern: RegExp, maximum: number, message?: string) => {
  const annotations = message === undefined ? {} : { message }
  return trimmed(
    Schema.String.check(
      maxCharacters(maximum),
      Schema.isPattern(new RegExp(`^\\s*${pattern.source.slice(1, -1)}\\s*$`, "u"), annotations)
    )
  ).check(Schema.isPattern(pattern, annotations), storable)
}

export const EmailAddress = Shaped(/^[^\s@]+@[^\s@]+$/u, 320, "Expected an e-mail address")
  .check(oneLine)
  .annotate({ identifier: "Email" })

/** URL parsers drop line breaks and tabs and turn backslashes: the parsed address would differ from the text. */
export const WrittenAddress = (maximum: number) =>
  trimmed(Schema.String.check(filled, maxCharacters(maximum), oneLine)).check(
    storable,
    Schema.makeFilter((text: string) => !/[\s\\]/.test(text) || "Expected an address without spaces and backslashes")
  )

const isKeptJson = (value: Schema.Json): boolean => {
  if (typeof value === "string") return isStorableText(value)
  if (typeof value !== "object" || value === null) return true
  if (isList(value)) return value.every(isKeptJson)
  return Object.entries(value).every(([key, part]) => isStorableText(key) && isKeptJson(part))
}

export const StorableJsonRecord = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((record) => isKeptJson(record) || "A text may not hold NUL or half a character")
)

import { Schema } from "effect"

/**
 * Why a text cannot be kept, or null: PostgreSQL holds no NUL, and a surrogate without its half has no UTF-8. Such text is
 * refused at the door (422; 401 where it stands for a credential), since behind it the same fault reads as a database outage.
 */
export const textFault = (text: string): string | null =>
  text.includes("\0") ? "A text may not hold NUL" : text.isWellFormed() ? null : "Expected well-formed Unicode"

/** Whether PostgreSQL can hold it. */
export const isKept = (text: string): boolean => textFault(text) === null

/** What is left of a text from outside that nobody can refuse (a gateway's, a provider's): what cannot be kept becomes U+FFFD. */
export const keptText = (text: string): string => isKept(text) ? text : text.replaceAll("\0", "\ufffd").toWellFormed()

/** The same for anything that will be JSON; its keys as well. */
export const keptJson = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return keptText(value)
  if (typeof value !== "object" || value === null) return value
  if (isList(value)) return value.map(keptJson)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [keptText(key), keptJson(part)]))
}

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** C0 (line breaks and tabs among them), DEL and C1: nothing that a name, an address or a key is written with. */
const controls = /[\x00-\x1f\x7f-\x9f]/

export const hasControls = (text: string): boolean => controls.test(text)

/** A line from outside that nobody can refuse: what cannot be kept becomes U+FFFD, and control characters become spaces. */
export const lineOf = (text: string): string => keptText(text).replace(/[\x00-\x1f\x7f-\x9f]+/g, " ").trim()

const kept = Schema.makeFilter((text: string) => textFault(text) ?? true)
const oneLine = Schema.makeFilter((text: string) => !hasControls(text) || "Expected no control characters")

/**
 * Lengths are in characters (Unicode code points), here and below: JSON Schema counts so, and the OpenAPI document can then say
 * exactly what is enforced. Lengths in UTF-16 code units it could only bound (12 as 6).
 */
const most = (maximum: number) => Schema.isMaxCodePoints(maximum, { expected: `at most ${maximum} characters` })

/** At least this many characters. */
export const isAtLeast = (minimum: number) => Schema.isMinCodePoints(minimum, { expected: `at least ${minimum} characters` })

const filled = Schema.makeFilter((text: string) => text.trim() !== "" || "Expected some text", {
  toJsonSchema: () => ({ minLength: 1, pattern: "\\S" })
})

/** What is left of a text between its spaces. The length counts as it was sent, so that document and check agree. */
const trimmed = (sent: Schema.String) => sent.pipe(Schema.decodeTo(Schema.Trim))

/** Any text of a request, as it is. */
export const Text = (maximum: number) => Schema.String.check(most(maximum), kept)

/** What a listing is searched for. */
export const SearchText = Text(200)

/** Text that says something: never empty. */
export const FilledText = (maximum: number) => Schema.String.check(Schema.isNonEmpty(), most(maximum), kept)

/** One line as people type it: trimmed, without control characters; it may be empty. */
export const Line = (maximum: number) => trimmed(Schema.String.check(most(maximum))).check(kept, oneLine)

/** What something is called, and whatever else is a line that may not be empty: trimmed, without control characters. */
export const Name = (maximum: number) => trimmed(Schema.String.check(filled, most(maximum))).check(kept, oneLine)

/** A secret that somebody types or pastes: any text, as it is, and never shown. */
export const SecretText = (maximum: number) => Schema.RedactedFromValue(FilledText(maximum))

/**
 * A proof at a sign-in. Only its length is bounded: what cannot be kept is no proof of anything, and answered as any other wrong
 * one (401) by the service.
 */
export const Credential = (maximum: number) => Schema.String.check(Schema.isNonEmpty(), most(maximum))

/** One line of a given shape, with room for spaces around it. `pattern` is anchored at both ends and has no flag but `u`; `message` is for those who read no patterns. */
export const Shaped = (pattern: RegExp, maximum: number, message?: string) => {
  const said = message === undefined ? {} : { message }
  return trimmed(Schema.String.check(most(maximum), Schema.isPattern(new RegExp(`^\\s*${pattern.source.slice(1, -1)}\\s*$`, "u"), said)))
    .check(Schema.isPattern(pattern, said), kept)
}

/** At most 320 characters around one `@`; compared without case. */
export const EmailAddress = Shaped(/^[^\s@]+@[^\s@]+$/u, 320, "Expected an e-mail address").check(oneLine).annotate({ identifier: "Email" })

/**
 * An address as it is typed. Address parsers drop line breaks and tabs and turn backslashes around, so that what is checked is
 * not what was sent: none of them, not even at the ends, which are trimmed of spaces only.
 */
export const WrittenAddress = (maximum: number) =>
  trimmed(Schema.String.check(filled, most(maximum), oneLine)).check(
    kept,
    Schema.makeFilter((text: string) => !/[\s\\]/.test(text) || "Expected an address without spaces and backslashes"))

const isKeptJson = (value: Schema.Json): boolean => {
  if (typeof value === "string") return isKept(value)
  if (typeof value !== "object" || value === null) return true
  if (isList(value)) return value.every(isKeptJson)
  return Object.entries(value).every(([key, part]) => isKept(key) && isKeptJson(part))
}

/** An object of any JSON whose texts can all be kept. */
export const KeptJsonRecord = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((record) => isKeptJson(record) || "A text may not hold NUL or half a character")
)

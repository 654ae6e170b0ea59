/** This file imports nothing, so that service and console can share it. */

const runs = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789",
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop"
]
const SEQUENCES = [...runs, "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p"].flatMap((run) => {
  const endless = run.repeat(30)
  return [endless, [...endless].reverse().join("")]
})

const signs: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t"
}

const undoSubstitutions = (text: string) => text.replace(/[0134578@$!+]/g, (sign) => signs[sign] ?? sign)

const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")

const MIN_CORE_LENGTH = 4

/** Variants a guesser tries: as is, without decoration, substitutions reversed. */
const guessesOf = (text: string): ReadonlyArray<string> => {
  const inner = [core(text), core(undoSubstitutions(text)), undoSubstitutions(core(text))].filter(
    ({ length }) => length >= MIN_CORE_LENGTH
  )
  return [...new Set([text, undoSubstitutions(text), ...inner])]
}

/** Shortest unit that, repeated, yields the text; the last repetition may be cut. */
const unitOf = (text: string): string => {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

const MAX_REPEATED_UNIT = 4

/** Refuses common passwords (`isCommon`, lower case) with any decoration, the own address, and repetitions. */
export const passwordFault = (password: string, email: string, isCommon: (text: string) => boolean): string | null => {
  const text = password.trim().toLowerCase()
  if (text === email.trim().toLowerCase()) return "This is the e-mail address: choose something else"
  const unit = unitOf(text)
  if (unit.length <= MAX_REPEATED_UNIT && unit.length < text.length)
    return "This repeats a few characters: choose something longer or less regular"
  if (SEQUENCES.some((run) => run.includes(unit)))
    return "This follows the keyboard, the alphabet or the digits: choose something less regular"
  const guesses = [...guessesOf(text), ...guessesOf(unit)]
  if (guesses.some((guess) => guess === "stowage" || isCommon(guess)))
    return "This is one of the most common passwords, or one of them with additions: choose something else"
  return null
}

export interface PasswordHint {
  readonly level: "short" | "weak" | "fair" | "strong"
  readonly text: string
}

const COMMON_WORDS = new Set([
  "password",
  "passwort",
  "motdepasse",
  "contrasena",
  "letmein",
  "welcome",
  "iloveyou",
  "monkey",
  "dragon",
  "football",
  "baseball",
  "sunshine",
  "princess",
  "trustno",
  "superman",
  "batman",
  "master",
  "shadow",
  "secret",
  "administrator",
  "admin",
  "changeme",
  "default",
  "summer",
  "winter",
  "spring",
  "autumn"
])

export const passwordHint = (password: string, email: string): PasswordHint => {
  const characters = [...password]
  if (characters.length < 12) return { level: "short", text: "" }
  const fault = passwordFault(password, email, (text) => COMMON_WORDS.has(text))
  if (fault !== null) return { level: "weak", text: fault }
  const different = new Set(characters).size
  if (different < 6) return { level: "weak", text: "Few different characters: mix in some more" }
  return characters.length >= 20 || (characters.length >= 16 && different >= 11)
    ? { level: "strong", text: "Strong" }
    : { level: "fair", text: "Good; a few words more make it strong" }
}

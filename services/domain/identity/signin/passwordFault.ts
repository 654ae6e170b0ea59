/**
 * What makes a password easily guessed. This file imports nothing: the service refuses by it, and the console hints by it
 * while somebody types.
 */

/** Rows of keys and signs in their order; a password that only follows one of them is no secret. */
const runs = ["abcdefghijklmnopqrstuvwxyz", "0123456789", "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop"]
const followed = [...runs, "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p"].flatMap((run) => {
  const endless = run.repeat(30)
  return [endless, [...endless].reverse().join("")]
})

/** Letters for the signs that people write in their place. */
const signs: Readonly<Record<string, string>> = { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "+": "t" }

const unleeted = (text: string) => text.replace(/[0134578@$!+]/g, (sign) => signs[sign] ?? sign)

/** Without the digits and signs that people put around a word to make it longer. */
const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")

/** Shorter words are part of too much. */
const shortestCore = 4

/** As what a guesser would try it: as it is, without what stands around it, and with letters for signs. */
const guessesOf = (text: string): ReadonlyArray<string> => {
  const inner = [core(text), core(unleeted(text)), unleeted(core(text))].filter(({ length }) => length >= shortestCore)
  return [...new Set([text, unleeted(text), ...inner])]
}

/** The shortest text that makes up all of it when it is repeated, the last time perhaps not to its end. */
const unitOf = (text: string): string => {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

/** Units this short, however often repeated, are tried before anything else. */
const shortUnit = 4

/**
 * Why a password is none, or null. It has to be long enough already, and may be made of anything: refused is what guessers
 * try first, the commonest passwords (`isCommon`, lower case) however they are decorated, one's own address, and repetitions.
 */
export const passwordFault = (password: string, email: string, isCommon: (text: string) => boolean): string | null => {
  const text = password.trim().toLowerCase()
  if (text === email.trim().toLowerCase()) return "This is the e-mail address: choose something else"
  const unit = unitOf(text)
  if (unit.length <= shortUnit && unit.length < text.length) return "This repeats a few characters: choose something longer or less regular"
  if (followed.some((run) => run.includes(unit))) return "This follows the keyboard, the alphabet or the digits: choose something less regular"
  const guesses = [...guessesOf(text), ...guessesOf(unit)]
  if (guesses.some((guess) => guess === "stowage" || isCommon(guess))) return "This is one of the most common passwords, or one of them with additions: choose something else"
  return null
}

/** How good a password looks while it is typed. `short`: the form says so itself. */
export interface PasswordHint {
  readonly level: "short" | "weak" | "fair" | "strong"
  readonly text: string
}

/** The few words that even a hint without the list should know. */
const wellKnown = new Set([
  "password", "passwort", "motdepasse", "contrasena", "letmein", "welcome", "iloveyou", "monkey", "dragon", "football", "baseball", "sunshine", "princess",
  "trustno", "superman", "batman", "master", "shadow", "secret", "administrator", "admin", "changeme", "default", "summer", "winter", "spring", "autumn"
])

/** A hint, no decision: the service knows the list of common passwords, a page does not. Length counts most, then variety. */
export const passwordHint = (password: string, email: string): PasswordHint => {
  const characters = [...password]
  if (characters.length < 12) return { level: "short", text: "" }
  const fault = passwordFault(password, email, (text) => wellKnown.has(text))
  if (fault !== null) return { level: "weak", text: fault }
  const different = new Set(characters).size
  if (different < 6) return { level: "weak", text: "Few different characters: mix in some more" }
  return characters.length >= 20 || (characters.length >= 16 && different >= 11)
    ? { level: "strong", text: "Strong" }
    : { level: "fair", text: "Good; a few words more make it strong" }
}

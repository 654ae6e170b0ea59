const hexPair = (character: string) => `\\${character.charCodeAt(0).toString(16).padStart(2, "0")}`

/**
 * A text as the value of a filter (RFC 4515 3): NUL, `(`, `)`, `*` and `\` as hex pairs. Other characters stand for
 * themselves: ldapts reads a hex pair as a character and not as a byte of UTF-8, so pairs beyond ASCII would be wrong.
 */
export const filterValue = (text: string): string => text.replace(/[\0()*\\]/g, hexPair)

/** A text as a value in a distinguished name (RFC 4514 2.4): what is special anywhere, or at one of its ends, as hex pairs. */
export const nameValue = (text: string): string =>
  text.replace(/[\0-\x1f\x7f"+,;<=>\\]|^[ #]| $/g, hexPair)

const place = "{username}"

/** Escaped UTF-8 of an administrator, as characters: see `filterValue`. What is no UTF-8 stays. */
const withoutPairsBeyondAscii = (filter: string): string =>
  filter.replace(/(?:\\[89a-f][0-9a-f])+/gi, (pairs) => {
    const text = Buffer.from(pairs.replaceAll("\\", ""), "hex").toString("utf8")
    return text.includes("\ufffd") ? pairs : text
  })

// the replacement is a function: `$&` in a name is no pattern
export const filterFor = (template: string, username: string): string =>
  withoutPairsBeyondAscii(template).replaceAll(place, () => filterValue(username))

/** Everybody whom the filter could find. */
export const filterForAnybody = (template: string): string =>
  withoutPairsBeyondAscii(template).replaceAll(place, "*").replace(/\*{2,}/g, "*")

export const nameFor = (template: string, username: string): string => template.replaceAll(place, () => nameValue(username))

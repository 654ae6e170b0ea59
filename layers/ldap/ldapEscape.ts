const hexPair = (character: string) => `\\${character.charCodeAt(0).toString(16).padStart(2, "0")}`

/** Escapes a filter value (RFC 4515 3), ASCII only: ldapts reads a hex pair as a character, not as a byte. */
export const filterValue = (text: string): string => text.replace(/[\0()*\\]/g, hexPair)

export const nameValue = (text: string): string => text.replace(/[\0-\x1f\x7f"+,;<=>\\]|^[ #]| $/g, hexPair)

const place = "{username}"

const withoutPairsBeyondAscii = (filter: string): string =>
  filter.replace(/(?:\\[89a-f][0-9a-f])+/gi, (pairs) => {
    const text = Buffer.from(pairs.replaceAll("\\", ""), "hex").toString("utf8")
    return text.includes("\ufffd") ? pairs : text
  })

// a function, because `$&` in a name would be a pattern
export const filterFor = (template: string, username: string): string =>
  withoutPairsBeyondAscii(template).replaceAll(place, () => filterValue(username))

export const filterForAnyUser = (template: string): string =>
  withoutPairsBeyondAscii(template)
    .replaceAll(place, "*")
    .replace(/\*{2,}/g, "*")

export const nameFor = (template: string, username: string): string =>
  template.replaceAll(place, () => nameValue(username))

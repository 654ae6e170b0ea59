/** Invisible and bidi characters let one name pass for another. */
const UNSEEN = /[\u0080-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** Control characters as pictures (U+2400 and up), invisible ones by number. */
export const visible = (text: string): string =>
  text
    .replace(/[\u0000-\u001f]/g, (char) => String.fromCodePoint(0x2400 + char.charCodeAt(0)))
    .replace(/\u007f/g, "␡")
    .replace(UNSEEN, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`)

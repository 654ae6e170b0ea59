/**
 * What a listing has to start after so that `key`, or whatever comes first behind it, is its first entry. Gateways order keys by
 * their UTF-8 bytes; nothing that a person named stands between the two.
 */
export const beforeKey = (key: string): string => {
  const last = [...key].at(-1)
  if (last === undefined) return ""
  const before = key.slice(0, key.length - last.length)
  const code = last.codePointAt(0) ?? 0
  // no key holds NUL, and half of a surrogate pair is no text
  if (code <= 1) return before
  const lower = String.fromCodePoint(code === 0xe000 ? 0xd7ff : code - 1)
  const marker = `${before}${lower}\u{10ffff}`
  return new TextEncoder().encode(marker).length > 1024 ? `${before}${lower}` : marker
}

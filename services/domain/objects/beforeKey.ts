/** Start-after value that lists `key`, or its successor, first. Gateways order by UTF-8 bytes. */
export const beforeKey = (key: string): string => {
  const last = [...key].at(-1)
  if (last === undefined) return ""
  const before = key.slice(0, key.length - last.length)
  const code = last.codePointAt(0) ?? 0
  // keys contain neither NUL nor lone surrogates
  if (code <= 1) return before
  const lower = String.fromCodePoint(code === 0xe000 ? 0xd7ff : code - 1)
  const marker = `${before}${lower}\u{10ffff}`
  return new TextEncoder().encode(marker).length > 1024 ? `${before}${lower}` : marker
}

const LAST = 0x10ffff

/** In the order of code points; null: nothing follows. */
export const prefixEnd = (prefix: string): string | null => {
  const points = Array.from(prefix, (one) => one.codePointAt(0)!)
  while (points.at(-1) === LAST) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // surrogates are no text
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}

/** UTF-8 orders surrogate pairs after U+FFFF. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares keys by UTF-8 bytes, as gateways do. */
export const keyOrder = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const difference = rank(one.charCodeAt(at)) - rank(other.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

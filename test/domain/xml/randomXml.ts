/** Numbers below `limit` from a seed (mulberry32): a property's document is made of one number, which shrinks. */
export const dice = (seed: number) => {
  let state = seed | 0
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}
type Dice = ReturnType<typeof dice>

const pick = <One>(roll: Dice, from: ReadonlyArray<One>): One => from[roll(from.length)]!
const texts = [
  "",
  " ",
  "\n  ",
  "text",
  "é 猫 \u{1f408}",
  "&lt;&amp;&#13;&#x41;",
  "]]&gt;",
  "<!-- a > comment -->",
  "<?target data?>",
  'a="b"'
]
const attributes = ["", ' a="1"', " a='>'", ' xmlns:x="urn:x" x:b = "<&gt;/"', '\n\tb=""', " "]

const anyElement = (roll: Dice, depth: number): string => {
  const tag = pick(roll, ["a", "b-c", "x:Rule", "_d.e", "Filter"])
  const attribute = pick(roll, attributes)
  if (roll(4) === 0) return `<${tag}${attribute}/>`
  const inner = Array.from({ length: depth <= 0 ? 0 : roll(4) }, () =>
    roll(2) === 0 ? pick(roll, texts) : anyElement(roll, depth - 1)
  )
  return `<${tag}${attribute}>${inner.join(pick(roll, texts))}</${tag}${pick(roll, ["", "", " ", "\n"])}>`
}

export const randomXml = (seed: number): string => {
  const roll = dice(seed)
  return (
    pick(roll, ["", "\ufeff", `<?xml version="1.0" encoding="UTF-8"?>\n`, "<!-- before <a> -->\n"]) +
    anyElement(roll, 6) +
    pick(roll, ["", "\n", "<!-- behind -->"])
  )
}

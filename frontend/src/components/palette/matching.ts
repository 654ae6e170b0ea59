export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const MAX_LETTER_GAP = 8

const scattered = (word: string, text: string): boolean => {
  if (word.length < 3) return false
  for (
    let start = text.startsWith(word[0] ?? "") ? 0 : text.indexOf(` ${word[0]}`) + 1;
    start >= 0 && (start > 0 || text[0] === word[0]);
  ) {
    let at = start
    let letter = 1
    while (letter < word.length) {
      const next = text.indexOf(word[letter] ?? "", at + 1)
      if (next < 0 || next - at > MAX_LETTER_GAP) break
      at = next
      letter++
    }
    if (letter === word.length) return true
    const following = text.indexOf(` ${word[0]}`, start)
    if (following < 0) return false
    start = following + 1
  }
  return false
}

const points = (word: string, text: string): number =>
  text.startsWith(word) ? 4 : text.includes(` ${word}`) ? 3 : text.includes(word) ? 2 : scattered(word, text) ? 1 : 0

/** 0 unless every word matches: prefix, then substring, then subsequence. Empty input matches everything. */
export const score = (typed: string, text: string): number => {
  if (typed.trim() === "") return 1
  const words = foldText(typed).split(" ").filter(Boolean)
  if (words.length === 0) return text.includes(typed.trim()) ? 1 : 0
  const whole = foldText(text)
  const each = words.map((word) => points(word, whole))
  return each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, whole === words.join(" ") ? 4 : 0) / words.length
}

export const ranked = <A>(typed: string, items: ReadonlyArray<A>, textOf: (item: A) => string): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, points: score(typed, textOf(item)) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ item }) => item)

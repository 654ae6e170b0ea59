/** As a POSIX shell, with continuation lines and without expansion. */
export const readCommand = (line: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  let word: string | null = null
  let quote: "'" | '"' | null = null
  const text = line.replace(/\\\r?\n/g, " ")
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (quote !== null) {
      if (sign === quote) quote = null
      else if (sign === "\\" && quote === '"' && /["\\$`]/.test(text[at + 1] ?? ""))
        word = (word ?? "") + text[(at += 1)]!
      else word = (word ?? "") + sign
    } else if (sign === "'" || sign === '"') {
      quote = sign
      word ??= ""
    } else if (sign === "\\" && at + 1 < text.length) word = (word ?? "") + text[(at += 1)]!
    else if (/\s/.test(sign)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? "") + sign
  }
  if (word !== null) words.push(word)
  return words
}

const DELIMITERS = [",", ";", "\t", "|"] as const

const delimiterOf = (text: string): string => {
  const line = (/^[^\n]*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "")
  return [...DELIMITERS].sort((one, other) => line.split(other).length - line.split(one).length)[0] ?? ","
}

/** RFC 4180; detects the delimiter. `cut`: the text is truncated, so the last row is dropped. */
export const csvRows = (text: string, maxRows: number, cut: boolean): ReadonlyArray<ReadonlyArray<string>> => {
  const delimiter = delimiterOf(text)
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let field = ""
  let quoted = false
  const endRow = () => {
    row.push(field)
    if (row.length > 1 || field !== "") rows.push(row)
    row = []
    field = ""
  }
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length && rows.length < maxRows; at++) {
    const char = text[at] ?? ""
    if (quoted) {
      if (char !== `"`) field += char
      else if (text[at + 1] === `"`) field += text[++at] ?? ""
      else quoted = false
    } else if (char === `"` && field === "") quoted = true
    else if (char === delimiter) {
      row.push(field)
      field = ""
    } else if (char === "\n") endRow()
    else if (char !== "\r") field += char
  }
  if (!cut && rows.length < maxRows) endRow()
  return rows
}

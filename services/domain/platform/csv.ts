/** What a cell of a file may hold. */
export type Plain = string | number | boolean | null

/** Text that a spreadsheet would take for a formula gets a quote before it; a number is never one. */
const guarded = (value: Plain): string => (typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? ""))

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text)

/** Rows as RFC 4180 has them: CRLF, and quotes where they are needed. */
export const csv = (rows: ReadonlyArray<ReadonlyArray<Plain>>): string =>
  rows.map((cells) => `${cells.map((cell) => quoted(guarded(cell))).join(",")}\r\n`).join("")

export type Plain = string | number | boolean | null

/** A spreadsheet would run it as a formula. */
const formulaSafe = (value: Plain): string =>
  typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "")

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const csv = (rows: ReadonlyArray<ReadonlyArray<Plain>>): string =>
  rows.map((cells) => `${cells.map((cell) => quoted(formulaSafe(cell))).join(",")}\r\n`).join("")

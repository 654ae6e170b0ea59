import type { BucketPlace } from "~/lib/bucket-place"
import { csvRows } from "./csv-rows"
import { type FileKind, fileKind, textOf } from "./file-kind"
import { readDetails } from "./object"
import { firstBytes } from "./read-bytes"

export const BEGINNING = 64 * 1024
/** JSON up to this size in bytes is read whole: a part of it cannot be parsed. */
const MAX_JSON_BYTES = 1024 * 1024
export const ROWS = 100

export interface Preview {
  readonly size: number
  readonly kind: FileKind
  readonly text: string
  readonly cut: boolean
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const broken = (text: string): string | null => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

export const see = async (place: BucketPlace, entry: string, signal: AbortSignal): Promise<Preview> => {
  const {
    headers: { content_type },
    size_bytes: size
  } = await readDetails(place, entry, signal)
  if (size === 0) return { size, kind: { kind: "text" }, text: "", cut: false, rows: [] }
  const source = { place, key: entry, version: "" }
  const first = await firstBytes(source, BEGINNING, signal)
  const kind = fileKind(first)
  const cut = size > BEGINNING
  const text = kind.kind === "text" ? (textOf(first) ?? "") : ""
  if (/^\s*[[{]/.test(text) && size <= MAX_JSON_BYTES) {
    const fullText = cut ? textOf(await firstBytes(source, MAX_JSON_BYTES, signal)) : text
    const pretty = fullText === null ? null : broken(fullText)
    if (pretty !== null) return { size, kind, text: pretty, cut: false, rows: [] }
  }
  const isTable =
    kind.kind === "text" &&
    (/\.(csv|tsv)$/i.test(entry) || /^text\/(csv|tab-separated-values)/.test(content_type ?? ""))
  return { size, kind, text, cut, rows: isTable ? csvRows(text, ROWS + 1, cut) : [] }
}

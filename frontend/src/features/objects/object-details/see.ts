import type { BucketPlace } from "~/lib/bucket-place"
import { csvRows } from "./csv-rows"
import { type FileKind, fileKind, textOf } from "./file-kind"
import { readDetails } from "./object"
import { firstBytes } from "./read-bytes"

/** Bytes that a text is judged and shown by. */
export const BEGINNING = 64 * 1024
/** JSON up to this many bytes is read whole: a part of it cannot be told apart from what is no JSON. */
const JSON_WHOLE = 1024 * 1024
/** Rows of a table that are shown. */
export const ROWS = 100

/** What is shown of an object. */
export interface Seen {
  readonly size: number
  readonly kind: FileKind
  readonly text: string
  /** Whether `text` is only the beginning. */
  readonly cut: boolean
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** JSON that is there whole, with its lines broken as people read it; null where it is none. */
const broken = (text: string): string | null => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // not JSON after all: shown as it is
    return null
  }
}

/** Reads as much of an object as it takes to show it. */
export const see = async (place: BucketPlace, entry: string, signal: AbortSignal): Promise<Seen> => {
  const { headers: { content_type }, size_bytes: size } = await readDetails(place, entry, signal)
  if (size === 0) return { size, kind: { kind: "text" }, text: "", cut: false, rows: [] }
  const sight = { place, key: entry, version: "" }
  const first = await firstBytes(sight, BEGINNING, signal)
  const kind = fileKind(first)
  const cut = size > BEGINNING
  const text = kind.kind === "text" ? textOf(first) ?? "" : ""
  if (/^\s*[[{]/.test(text) && size <= JSON_WHOLE) {
    const whole = cut ? textOf(await firstBytes(sight, JSON_WHOLE, signal)) : text
    const pretty = whole === null ? null : broken(whole)
    if (pretty !== null) return { size, kind, text: pretty, cut: false, rows: [] }
  }
  const isTable = kind.kind === "text" && (/\.(csv|tsv)$/i.test(entry) || /^text\/(csv|tab-separated-values)/.test(content_type ?? ""))
  return { size, kind, text, cut, rows: isTable ? csvRows(text, ROWS + 1, cut) : [] }
}

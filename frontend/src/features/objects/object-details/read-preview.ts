import type { BucketPlace } from "~/lib/bucket-place"
import { csvRows } from "./csv-rows"
import { type DecodedText, decodeText, type FileKind, fileKind } from "./file-kind"
import { readDetails } from "./object"
import { firstBytes } from "./read-bytes"

export const PREVIEW_BYTES = 64 * 1024
/** JSON up to this size in bytes is read whole: a part cannot be parsed. */
const MAX_JSON_BYTES = 1024 * 1024
export const MAX_PREVIEW_ROWS = 100

export interface Preview {
  readonly size: number
  readonly kind: FileKind
  readonly text: string
  readonly encoding: DecodedText["encoding"]
  readonly cut: boolean
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const NO_TEXT: DecodedText = { text: "", encoding: "utf-8" }

const broken = (text: string): string | null => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

export const readPreview = async (place: BucketPlace, entry: string, signal: AbortSignal): Promise<Preview> => {
  const {
    headers: { content_type },
    size_bytes: size
  } = await readDetails(place, entry, signal)
  if (size === 0) return { size, kind: { kind: "text" }, text: "", encoding: "utf-8", cut: false, rows: [] }
  const source = { place, key: entry, version: "" }
  const first = await firstBytes(source, PREVIEW_BYTES, signal)
  const kind = fileKind(first)
  const cut = size > PREVIEW_BYTES
  const { encoding, text } = (kind.kind === "text" ? decodeText(first) : null) ?? NO_TEXT
  if (/^\s*[[{]/.test(text) && size <= MAX_JSON_BYTES) {
    const full = cut ? decodeText(await firstBytes(source, MAX_JSON_BYTES, signal)) : { encoding, text }
    const pretty = full === null ? null : broken(full.text)
    if (full !== null && pretty !== null)
      return { size, kind, text: pretty, encoding: full.encoding, cut: false, rows: [] }
  }
  const isTable =
    kind.kind === "text" &&
    (/\.(csv|tsv)$/i.test(entry) || /^text\/(csv|tab-separated-values)/.test(content_type ?? ""))
  return { size, kind, text, encoding, cut, rows: isTable ? csvRows(text, MAX_PREVIEW_ROWS + 1, cut) : [] }
}

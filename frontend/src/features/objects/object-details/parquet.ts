import { decompress as unzstd } from "fzstd"
import { gunzipSync } from "fflate"
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
  type SchemaTree
} from "hyparquet/src/index.js"
import { readRange, type Sight } from "./read-bytes"

const FOOTER_BYTES = 64 * 1024
const MAX_READ_BYTES = 24 * 1024 * 1024
const MAX_COLUMN_BYTES = 8 * 1024 * 1024
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_ROWS = 50
const MAX_FIELDS = 1_000
const MAX_CELL_CHARACTERS = 200

export interface Field {
  readonly path: string
  readonly type: string
}

export interface ParquetMessage {
  readonly rows: number
  readonly groups: number
  readonly codec: string
  readonly madeBy: string
  readonly fields: ReadonlyArray<Field>
  readonly head: ReadonlyArray<string>
  readonly first: ReadonlyArray<ReadonlyArray<string>>
  readonly without: string
}

const SUPPORTED_CODECS = new Set(["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD"])

const typeOf = ({ converted_type, logical_type, repetition_type, type }: SchemaElement): string => {
  const typeName =
    logical_type === undefined
      ? (converted_type ?? type ?? "group")
      : logical_type.type === "DECIMAL"
        ? `DECIMAL(${logical_type.precision}, ${logical_type.scale})`
        : logical_type.type
  const stored = type !== undefined && typeName !== type ? ` (${type})` : ""
  const repetition = repetition_type === "REPEATED" ? ", repeated" : ", required"
  return `${typeName}${stored}${repetition_type === "OPTIONAL" ? "" : repetition}`
}

const fieldsOf = (tree: SchemaTree): ReadonlyArray<Field> =>
  tree.children.flatMap((child) =>
    child.children.length === 0 ? [{ path: child.path.join("."), type: typeOf(child.element) }] : fieldsOf(child)
  )

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "not a time" : value.toISOString()
  if (value instanceof Uint8Array)
    return Array.from(value.subarray(0, MAX_CELL_CHARACTERS / 2), (byte) => byte.toString(16).padStart(2, "0")).join("")
  if (typeof value !== "object") return String(value)
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? String(part) : part instanceof Uint8Array ? textOf(part) : part
  )
}

const affordableColumns = (
  metadata: FileMetaData,
  top: ReadonlyArray<string>
): { readonly head: ReadonlyArray<string>; readonly without: string } => {
  const [group] = metadata.row_groups
  const head: Array<string> = []
  let large = 0
  let packed = ""
  let bytesRead = 0
  let unpacked = 0
  for (const name of top) {
    const chunks = (group?.columns ?? []).filter(({ meta_data }) => meta_data?.path_in_schema[0] === name)
    const codec = chunks.find(({ meta_data }) => !SUPPORTED_CODECS.has(meta_data?.codec ?? ""))?.meta_data?.codec
    const size = chunks.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0)
    const open = chunks.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0)
    if (codec !== undefined) packed = codec
    else if (bytesRead + size > MAX_COLUMN_BYTES || unpacked + open > MAX_UNPACKED_BYTES) large++
    else {
      head.push(name)
      bytesRead += size
      unpacked += open
    }
  }
  const without =
    packed !== ""
      ? `Columns packed with ${packed} are not shown.`
      : large > 0
        ? `${large === 1 ? "One column is" : `${large} columns are`} too large to be read for a look.`
        : ""
  return { head, without }
}

export const readParquet = async (sight: Sight, size: number, signal: AbortSignal): Promise<ParquetMessage> => {
  let totalRead = 0
  const file: AsyncBuffer = {
    byteLength: size,
    slice: (start, end = size) => {
      totalRead += end - start
      if (!(start >= 0 && end <= size && start < end)) throw new Error("the file names a place that it does not have")
      if (totalRead > MAX_READ_BYTES) throw new Error("too much of the file would have to be read")
      return readRange(sight, start, end, signal)
    }
  }
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: FOOTER_BYTES, geoparquet: false })
  const tree = parquetSchema(metadata)
  const { head, without } = affordableColumns(
    metadata,
    tree.children.map(({ element }) => element.name)
  )
  let first: ReadonlyArray<ReadonlyArray<unknown>> = []
  const rows = Math.min(MAX_ROWS, Number(metadata.row_groups[0]?.num_rows ?? 0))
  if (head.length > 0 && rows > 0) {
    await parquetRead({
      file,
      metadata,
      columns: [...head],
      rowStart: 0,
      rowEnd: rows,
      geoparquet: false,
      useOffsetIndex: true,
      compressors: {
        GZIP: (input, length) => gunzipSync(input, { out: new Uint8Array(length) }),
        ZSTD: (input, length) => unzstd(input, new Uint8Array(length))
      },
      onComplete: (loadedRows) => {
        first = loadedRows
      }
    })
  }
  return {
    rows: Number(metadata.num_rows),
    groups: metadata.row_groups.length,
    codec: [
      ...new Set(metadata.row_groups.flatMap(({ columns }) => columns.map(({ meta_data }) => meta_data?.codec ?? "?")))
    ].join(", "),
    madeBy: metadata.created_by ?? "",
    fields: fieldsOf(tree).slice(0, MAX_FIELDS),
    head,
    without,
    first: first.map((row) => row.map((value) => textOf(value).slice(0, MAX_CELL_CHARACTERS)))
  }
}

import type { PlayableType } from "../../../../../services/domain/objects/playableTypes.ts"

export type FileKind =
  | { readonly kind: "image"; readonly type: string }
  | { readonly kind: "video" | "audio"; readonly type: PlayableType }
  | { readonly kind: "text" | "pdf" | "parquet" }
  | { readonly kind: "other"; readonly name: string }

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const starts = (bytes: Uint8Array, ...first: ReadonlyArray<number>): boolean =>
  first.every((byte, at) => bytes[at] === byte)

const pictures: ReadonlyArray<readonly [type: string, is: (bytes: Uint8Array) => boolean]> = [
  ["image/png", (bytes) => starts(bytes, 0x89, 0x50, 0x4e, 0x47)],
  ["image/jpeg", (bytes) => starts(bytes, 0xff, 0xd8, 0xff)],
  ["image/gif", (bytes) => ascii(bytes, 0, 4) === "GIF8"],
  ["image/webp", (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP"],
  ["image/avif", (bytes) => ascii(bytes, 4, 12) === "ftypavif"],
  ["image/bmp", (bytes) => ascii(bytes, 0, 2) === "BM" && bytes[6] === 0 && bytes[7] === 0]
]

const sounds: ReadonlyArray<readonly [type: PlayableType, is: (bytes: Uint8Array) => boolean]> = [
  ["audio/mpeg", (bytes) => ascii(bytes, 0, 3) === "ID3" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)],
  ["audio/wav", (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WAVE"],
  ["audio/flac", (bytes) => ascii(bytes, 0, 4) === "fLaC"],
  ["audio/ogg", (bytes) => ascii(bytes, 0, 4) === "OggS"],
  ["audio/mp4", (bytes) => ascii(bytes, 4, 11) === "ftypM4A"]
]

const films: ReadonlyArray<readonly [type: PlayableType, is: (bytes: Uint8Array) => boolean]> = [
  ["video/mp4", (bytes) => ascii(bytes, 4, 8) === "ftyp"],
  ["video/webm", (bytes) => starts(bytes, 0x1a, 0x45, 0xdf, 0xa3)]
]

const otherKinds: ReadonlyArray<readonly [name: string, is: (bytes: Uint8Array) => boolean]> = [
  ["a ZIP archive", (bytes) => starts(bytes, 0x50, 0x4b, 0x03, 0x04)],
  ["gzip-compressed data", (bytes) => starts(bytes, 0x1f, 0x8b)],
  ["Zstandard-compressed data", (bytes) => starts(bytes, 0x28, 0xb5, 0x2f, 0xfd)]
]

export interface DecodedText {
  readonly text: string
  /** `windows-1252` (Latin-1 and more) is assumed for bytes that are not valid UTF-8; the others are certain. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"
}

const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

const decodeAs = (bytes: Uint8Array, encoding: DecodedText["encoding"]): DecodedText | null => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return CONTROL_CHARACTERS.test(text) ? null : { text, encoding }
  } catch {
    // the bytes are not valid in this encoding
    return null
  }
}

/** Share of bytes above ASCII in Western text; more means another encoding, or binary data. */
const MAX_WESTERN_SHARE = 1 / 3

/** Windows-1252 assigns these bytes no character, but its decoder accepts them. */
const isUnassigned = (byte: number): boolean => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)

const decodeWestern = (bytes: Uint8Array): DecodedText | null => {
  const high = bytes.filter((byte) => byte > 0x7f)
  return high.length > bytes.length * MAX_WESTERN_SHARE || high.some(isUnassigned)
    ? null
    : decodeAs(bytes, "windows-1252")
}

/** The bytes may end within a character. Null: no text. UTF-16 needs a byte order mark. */
export const decodeText = (bytes: Uint8Array): DecodedText | null => {
  if (starts(bytes, 0xff, 0xfe)) return decodeAs(bytes, "utf-16le")
  if (starts(bytes, 0xfe, 0xff)) return decodeAs(bytes, "utf-16be")
  return decodeAs(bytes, "utf-8") ?? decodeWestern(bytes)
}

const isSvg = (text: string): boolean =>
  /^\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)*<svg[\s>/]/i.test(text)

/** Uses the first bytes: the Content-Type is the writer's claim. An SVG is safe as an image: no script runs. */
export const fileKind = (bytes: Uint8Array): FileKind => {
  const picture = pictures.find(([, is]) => is(bytes))
  if (picture) return { kind: "image", type: picture[0] }
  for (const [kind, types] of [
    ["audio", sounds],
    ["video", films]
  ] as const) {
    const match = types.find(([, is]) => is(bytes))
    if (match) return { kind, type: match[0] }
  }
  if (ascii(bytes, 0, 5) === "%PDF-") return { kind: "pdf" }
  if (ascii(bytes, 0, 4) === "PAR1") return { kind: "parquet" }
  const otherMatch = otherKinds.find(([, is]) => is(bytes))
  if (otherMatch) return { kind: "other", name: otherMatch[0] }
  const decoded = decodeText(bytes)
  if (decoded === null) return { kind: "other", name: "binary data" }
  return isSvg(decoded.text) ? { kind: "image", type: "image/svg+xml" } : { kind: "text" }
}

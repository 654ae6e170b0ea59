import type { PlayableType } from "../../../../../services/domain/objects/playableTypes.ts"

/** How a file is previewed. `image`, `video` and `audio` have the detected media type. */
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

/** Decodes bytes that may end within a character; null if they are not text. UTF-16 needs a byte order mark. */
export const textOf = (bytes: Uint8Array): string | null => {
  const encoding = starts(bytes, 0xff, 0xfe) ? "utf-16le" : starts(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8"
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text
  } catch {
    // the bytes are not valid in this encoding
    return null
  }
}

const isSvg = (text: string): boolean =>
  /^\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>\s*)*<svg[\s>/]/i.test(text)

/**
 * Detects the kind from the first bytes only: the Content-Type is the writer's claim. An SVG is safe as an image,
 * where no script runs; HTML is shown as text.
 */
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
  const text = textOf(bytes)
  if (text === null) return { kind: "other", name: "binary data" }
  return isSvg(text) ? { kind: "image", type: "image/svg+xml" } : { kind: "text" }
}

/** Bytes: every page loads the logo. */
export const largestLogo = 64 * 1024

export type LogoType = "image/png" | "image/jpeg" | "image/webp"

export interface LogoImage {
  readonly type: LogoType
  readonly bytes: Uint8Array
}

const begins = (bytes: Uint8Array, magic: ReadonlyArray<number>, at = 0) =>
  magic.every((byte, index) => bytes[at + index] === byte)

/** Detects the type by the first bytes. SVG is excluded: it can contain scripts. */
const typeOf = (bytes: Uint8Array): LogoType | null => {
  if (begins(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png"
  if (begins(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg"
  if (begins(bytes, [0x52, 0x49, 0x46, 0x46]) && begins(bytes, [0x57, 0x45, 0x42, 0x50], 8)) return "image/webp"
  return null
}

export const readLogo = (text: string): LogoImage | string => {
  const match = /^data:([a-z]+\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text)
  if (match === null) return "Expected an image as data:image/png;base64,…"
  const [, declaredType, body = ""] = match
  if (declaredType !== "image/png" && declaredType !== "image/jpeg" && declaredType !== "image/webp")
    return "A logo is a PNG, JPEG or WebP image"
  if (body.length % 4 !== 0) return "Expected base64 with its padding"
  if (body.length > Math.ceil(largestLogo / 3) * 4) return "A logo has at most 64 KiB"
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  if (bytes.length > largestLogo) return "A logo has at most 64 KiB"
  if (typeOf(bytes) !== declaredType) return `This is no ${declaredType} image`
  return { type: declaredType, bytes }
}

import { NotFound } from "#domain/platform/errors/Errors.ts"

/** Encryption purpose of a link's token. */
export const shareTokenPurpose = (id: string): string => `share/${id}/token`

/** Format of tokens: 256 bits in base64url. */
export const isShareToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Uniform response for ended and unknown links. */
export const noSuchLink = new NotFound({ entity: "This", id: "link" })

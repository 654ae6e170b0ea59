import { NotFound } from "#domain/platform/errors/Errors.ts"

export const shareTokenPurpose = (id: string): string => `share/${id}/token`

export const isShareToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Uniform response for ended and unknown links. */
export const shareNotFound = new NotFound({ entity: "This", id: "link" })

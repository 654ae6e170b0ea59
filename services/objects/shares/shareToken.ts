import { NotFound } from "#domain/platform/errors/Errors.ts"

/** Under what the token of a link is sealed. */
export const shareTokenPurpose = (id: string): string => `share/${id}/token`

/** How every token looks: 256 bits in base64url. */
export const isShareToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** The one answer for every link that opens nothing, whether it ended, or never was. */
export const noSuchLink = new NotFound({ entity: "This", id: "link" })

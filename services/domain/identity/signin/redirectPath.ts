/**
 * Browsers drop tabs and line feeds, read `\` as `/` and resolve dot segments, encoded ones too (url.spec.whatwg.org).
 * Imports nothing: service and console share this file.
 */
const segment = String.raw`(?!(?:\.|%2[Ee]){1,2}(?:[/?#]|$))[!"$-.0-;=@-[\]-~]+`

export const redirectPathPattern = new RegExp(String.raw`^/(?:${segment}(?:/${segment})*/?)?(?:\?[!"$-~]*)?$`, "u")

export const redirectPathLength = 2000

export const isRedirectPath = (path: string): boolean =>
  path.length <= redirectPathLength && redirectPathPattern.test(path)

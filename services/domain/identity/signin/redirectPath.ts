/**
 * Redirect target after sign-in: a path of this console. Browsers drop tabs and line feeds, read `\` as `/` and resolve
 * dot segments, encoded ones too (https://url.spec.whatwg.org), so all of these, empty segments and fragments are
 * excluded. This file imports nothing, so that service and console can share it.
 */
const segment = String.raw`(?!(?:\.|%2[Ee]){1,2}(?:[/?#]|$))[!"$-.0-;=@-[\]-~]+`

export const redirectPathPattern = new RegExp(String.raw`^/(?:${segment}(?:/${segment})*/?)?(?:\?[!"$-~]*)?$`, "u")

export const redirectPathLength = 2000

export const isRedirectPath = (path: string): boolean =>
  path.length <= redirectPathLength && redirectPathPattern.test(path)

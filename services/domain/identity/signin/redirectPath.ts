/** Browsers drop tabs, read `\` as `/`, resolve dot segments (url.spec.whatwg.org). Imports nothing: shared. */
const segment = String.raw`(?!(?:\.|%2[Ee]){1,2}(?:[/?#]|$))[!"$-.0-;=@-[\]-~]+`

export const redirectPathPattern = new RegExp(String.raw`^/(?:${segment}(?:/${segment})*/?)?(?:\?[!"$-~]*)?$`, "u")

export const redirectPathLength = 2000

export const isRedirectPath = (path: string): boolean =>
  path.length <= redirectPathLength && redirectPathPattern.test(path)

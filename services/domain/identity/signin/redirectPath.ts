/**
 * Where signing in may lead: a page of this console, spelt as address bars spell it; never another site, in whatever spelling.
 *
 * Browsers take tabs and line feeds out of an address and read `\` as `/` (https://url.spec.whatwg.org), and resolve dot
 * segments, encoded ones too: none of them stands in such a path, nor does an empty segment or a fragment, so it stays
 * what it is however often it is resolved. This file imports nothing: the service and the console keep the same rule by it.
 */
const segment = String.raw`(?!(?:\.|%2[Ee]){1,2}(?:[/?#]|$))[!"$-.0-;=@-[\]-~]+`

export const redirectPathPattern = new RegExp(String.raw`^/(?:${segment}(?:/${segment})*/?)?(?:\?[!"$-~]*)?$`, "u")

/** In characters. */
export const redirectPathLength = 2000

export const isRedirectPath = (path: string): boolean => path.length <= redirectPathLength && redirectPathPattern.test(path)

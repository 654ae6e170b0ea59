/** A segment `.` or `..`, spelled in any way. */
const dotSegment = /^(?:\.|%2e){1,2}$/i

/** Letters, digits, `-`, `_` and `~` that are written as octets without need (RFC 3986, 2.3). */
const spelledOut = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/i

/** Pages may end in a slash, which the console takes away; nothing else does. */
const endsLikeAFolder = /^\/(?:api|metrics|healthz|readyz)(?:\/.*)?\/$/

const isDecodable = (path: string) => {
  try {
    return decodeURIComponent(path).isWellFormed()
  } catch {
    return false
  }
}

/**
 * Whether a path is spelled in the one way in which we answer it. Routers and address parsers see through other spellings,
 * each in its own way (`//api`, `/%61pi`, `/a/../api`, `/%ff`, an address of another host), and what guards a path by how it
 * begins would not. What follows a `;` is a query to our router (`DELETE /api/admin/accounts/7;x/gateway` would reach account 7
 * itself), so that it is written `%3B`. Dots may be written as octets under `/api/`, where a parameter says itself what it takes.
 */
export const isCanonicalPath = (path: string): boolean =>
  /^\/[\x21-\x7e]*$/.test(path) && !/\/\/|[\\#;]/.test(path) && !spelledOut.test(path) && !endsLikeAFolder.test(path) && isDecodable(path) &&
  (path.startsWith("/api/") || !path.split("/").some((segment) => dotSegment.test(segment)))

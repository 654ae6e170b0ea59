const dotSegment = /^(?:\.|%2e){1,2}$/i

const spelledOut = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/i

/** Only console pages may end in a slash. */
const endsLikeAFolder = /^\/(?:api|metrics|healthz|readyz)(?:\/.*)?\/$/

const isDecodable = (path: string) => {
  try {
    return decodeURIComponent(path).isWellFormed()
  } catch {
    return false
  }
}

/**
 * True for the single accepted spelling of a path. Routers and URL parsers normalise others differently (`//api`,
 * `/%61pi`, `/a/../api`, `/%ff`, absolute URLs), which would bypass checks by prefix. Our router treats `;` as the
 * start of a query, so it must be `%3B`. Under `/api/`, dots may be percent-encoded for path parameters.
 */
export const isCanonicalPath = (path: string): boolean =>
  /^\/[\x21-\x7e]*$/.test(path) &&
  !/\/\/|[\\#;]/.test(path) &&
  !spelledOut.test(path) &&
  !endsLikeAFolder.test(path) &&
  isDecodable(path) &&
  (path.startsWith("/api/") || !path.split("/").some((segment) => dotSegment.test(segment)))

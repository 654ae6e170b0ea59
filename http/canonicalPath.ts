const dotSegment = /^(?:\.|%2e){1,2}$/i

const spelledOut = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|5f|7e)/i

const endsLikeAFolder = /^\/(?:api|metrics|healthz|readyz)(?:\/.*)?\/$/

const isDecodable = (path: string) => {
  try {
    return decodeURIComponent(path).isWellFormed()
  } catch {
    return false
  }
}

/** True for the only accepted spelling: routers normalise others differently, which would bypass prefix checks. */
export const isCanonicalPath = (path: string): boolean =>
  /^\/[\x21-\x7e]*$/.test(path) &&
  !/\/\/|[\\#;]/.test(path) &&
  !spelledOut.test(path) &&
  !endsLikeAFolder.test(path) &&
  isDecodable(path) &&
  (path.startsWith("/api/") || !path.split("/").some((segment) => dotSegment.test(segment)))

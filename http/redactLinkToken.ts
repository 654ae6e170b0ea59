const LINK_PREFIXES = ["/share/", "/api/share/"]

const TOKEN_RUN = /[\w-]{43,}/

const MAX_DECODINGS = 5

const decodeOctets = (path: string): string => {
  let text = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const plain = text.replace(/%[0-9a-f]{2}/gi, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16)))
    if (plain === text) break
    text = plain
  }
  return text
}

const isLinkRoute = (path: string): boolean => LINK_PREFIXES.some((place) => path.startsWith(place))

/** API paths contain long names: only those that mention links may contain a token. */
const mayHoldToken = (path: string, plain: string): boolean =>
  TOKEN_RUN.test(plain) && (!path.startsWith("/api/") || /share/i.test(plain))

export const containsShareToken = (path: string): boolean => isLinkRoute(path) || mayHoldToken(path, decodeOctets(path))

export const redactLinkToken = (path: string): string => {
  const place = LINK_PREFIXES.find((one) => path.startsWith(one))
  if (place !== undefined) {
    const rest = path.slice(place.length).replace(/^[^/]*/, "")
    return `${place}…${TOKEN_RUN.test(decodeOctets(rest)) ? "" : rest}`
  }
  const plain = decodeOctets(path)
  return mayHoldToken(path, plain) ? `${plain.slice(0, plain.search(TOKEN_RUN)).replace(/[^\x20-\x7e]/g, "?")}…` : path
}

/** Headers of link responses: the address is a secret and must not be referred or indexed. */
export const linkHeaders = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow, noarchive" } as const

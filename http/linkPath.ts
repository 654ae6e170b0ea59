const places = ["/share/", "/api/share/"]

/** A run of letters that is at least as long as the token of a link (43). */
const tokenRun = /[\w-]{43,}/

/** How often octets may be spelled as octets: `%2525…` is not answered, but it is written down. */
const maxDecodings = 5

/** A path with its octets decoded, whatever else is in it. */
const decoded = (path: string): string => {
  let text = path
  for (let round = 0; round < maxDecodings; round++) {
    const plain = text.replace(/%[0-9a-f]{2}/gi, (octet) => String.fromCharCode(Number.parseInt(octet.slice(1), 16)))
    if (plain === text) break
    text = plain
  }
  return text
}

/** Whether a path is spelled as the routes of links are. */
const isLinkRoute = (path: string): boolean => places.some((place) => path.startsWith(place))

/** Addresses of the API say what they are of, and what is as long as a token in them is a name: only those that speak of links may hold one. */
const mayHoldToken = (path: string, plain: string): boolean => tokenRun.test(plain) && (!path.startsWith("/api/") || /share/i.test(plain))

/** Whether a path holds the token of a link of ours, in whatever spelling: whoever reads it has what the link opens. */
export const holdsLink = (path: string): boolean => isLinkRoute(path) || mayHoldToken(path, decoded(path))

/** A path as it may be written down: without such a token. One that is not spelled as a route is cut off before it. */
export const withoutLink = (path: string): string => {
  const place = places.find((one) => path.startsWith(one))
  if (place !== undefined) {
    const rest = path.slice(place.length).replace(/^[^/]*/, "")
    return `${place}…${tokenRun.test(decoded(rest)) ? "" : rest}`
  }
  const plain = decoded(path)
  return mayHoldToken(path, plain) ? `${plain.slice(0, plain.search(tokenRun)).replace(/[^\x20-\x7e]/g, "?")}…` : path
}

/** What answers to links say beside everybody's headers: the address is the secret, so it goes nowhere, and nobody indexes it. */
export const linkHeaders = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow, noarchive" } as const

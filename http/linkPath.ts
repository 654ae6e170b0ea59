const places = ["/share/", "/api/share/"]

/** Whether a path holds the token of a link of ours: whoever reads it has what the link opens. */
export const holdsLink = (path: string): boolean => places.some((place) => path.startsWith(place))

/** A path as it may be written down: without such a token. */
export const withoutLink = (path: string): string => {
  const place = places.find((one) => path.startsWith(one))
  return place === undefined ? path : `${place}…${path.slice(place.length).replace(/^[^/]*/, "")}`
}

/** What answers to links say beside everybody's headers: the address is the secret, so it goes nowhere, and nobody indexes it. */
export const linkHeaders = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow, noarchive" } as const

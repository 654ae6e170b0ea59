/** Configured addresses of one kind, with the predicate of its allow-list. */
export interface OutboundSource {
  readonly covers: (host: string) => boolean
  readonly addresses: ReadonlyArray<string>
}

/** Host of an address in lower case, since `ldap:` URLs keep their case; null when it has none. */
const hostOf = (address: string): string | null => URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, "") || null

/** Hosts outside their allow-list, sorted and unique; IPv6 in brackets. */
export const uncoveredHosts = (sources: ReadonlyArray<OutboundSource>): ReadonlyArray<string> => {
  const hosts = sources.flatMap(({ addresses, covers }) =>
    addresses.flatMap((address) => {
      const host = hostOf(address)
      return host === null || covers(host) ? [] : [host]
    })
  )
  return [...new Set(hosts)].sort()
}

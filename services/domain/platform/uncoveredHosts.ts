export interface OutboundSource {
  readonly covers: (host: string) => boolean
  readonly addresses: ReadonlyArray<string>
}

/** `ldap:` URLs keep their case. */
const hostOf = (address: string): string | null => URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, "") || null

export const uncoveredHosts = (sources: ReadonlyArray<OutboundSource>): ReadonlyArray<string> => {
  const hosts = sources.flatMap(({ addresses, covers }) =>
    addresses.flatMap((address) => {
      const host = hostOf(address)
      return host === null || covers(host) ? [] : [host]
    })
  )
  return [...new Set(hosts)].sort()
}

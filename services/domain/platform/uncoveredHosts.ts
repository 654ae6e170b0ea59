/** Addresses of one kind that the configuration leads to, and whether connections to a host are allowed for it. */
export interface OutboundSource {
  readonly covers: (host: string) => boolean
  readonly addresses: ReadonlyArray<string>
}

/** `ldap:` addresses keep the case in which they were written; null: it names no host, so that nothing connects to it. */
const hostOf = (address: string): string | null => URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, "") || null

/** Hosts that no list of theirs covers, each once, in order; IPv6 addresses in brackets, as the lists take them. */
export const uncoveredHosts = (sources: ReadonlyArray<OutboundSource>): ReadonlyArray<string> => {
  const hosts = sources.flatMap(({ addresses, covers }) => addresses.flatMap((address) => {
    const host = hostOf(address)
    return host === null || covers(host) ? [] : [host]
  }))
  return [...new Set(hosts)].sort()
}

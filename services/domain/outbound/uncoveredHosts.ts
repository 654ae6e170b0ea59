import { hostAllowed } from "./AllowedHost.ts"

/** Addresses of one kind that the configuration leads to, and the list that their hosts must be on. */
export interface OutboundSource {
  readonly allowed: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<string>
}

/** `ldap:` addresses keep the case in which they were written, and IPv6 literals their brackets. */
const hostOf = (address: string) => new URL(address).hostname.toLowerCase().replace(/^\[|\]$/g, "").replace(/\.$/, "")

/** Hosts that are on no list of theirs, each once, in order. Address literals are among them: no list takes those. */
export const uncoveredHosts = (sources: ReadonlyArray<OutboundSource>): ReadonlyArray<string> => {
  const hosts = sources.flatMap(({ addresses, allowed }) => addresses.map(hostOf).filter((host) => !hostAllowed(allowed, host)))
  return [...new Set(hosts)].sort()
}

const hostName = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i
const bracketedIpv6 = /^\[[0-9a-f:.]+\]$/i

/** Lower case, without a final dot, and IPv6 in brackets and the spelling of `URL`, which has one for each address. */
const canonicalHost = (host: string): string => {
  const name = host.toLowerCase().replace(/\.$/, "")
  if (!name.includes(":")) return name
  return URL.parse(`http://${bracketedIpv6.test(name) ? name : `[${name}]`}`)?.hostname ?? name
}

/** How `URL` reads a host; null: not as one. It takes `127.1` and `0x7f.1` for IPv4 addresses. */
const hostnameOf = (text: string): string | null => URL.parse(`http://${text}`)?.hostname ?? null

/** A plain host, `*.` and a domain, or an IP address: IPv4 with four numbers, IPv6 in brackets. No scheme, port or path. */
export const isAllowedHostPattern = (text: string): boolean => {
  if (text.startsWith("*.")) return hostName.test(text.slice(2)) && !/^[0-9.]+$/.test(text.slice(2))
  return bracketedIpv6.test(text) ? hostnameOf(text) !== null : hostName.test(text) && hostnameOf(text) === text.toLowerCase()
}

/**
 * Whether an outbound host is on the list: a plain entry authorises exactly that host or address; `*.domain` its
 * subdomains at any depth, without the apex.
 */
export const hostAllowed = (allowed: ReadonlyArray<string>, host: string): boolean => {
  const name = canonicalHost(host)
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase()
    return pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) && name.length > pattern.length - 1 : name === canonicalHost(pattern)
  })
}

const hostName = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i
const bracketedIpv6 = /^\[[0-9a-f:.]+\]$/i

/** Lower case, no final dot, IPv6 in brackets as `URL` spells it. */
const canonicalHost = (host: string): string => {
  const name = host.toLowerCase().replace(/\.$/, "")
  if (!name.includes(":")) return name
  return URL.parse(`http://${bracketedIpv6.test(name) ? name : `[${name}]`}`)?.hostname ?? name
}

/** `URL` accepts `127.1` and `0x7f.1` as IPv4 addresses. */
const hostnameOf = (text: string): string | null => URL.parse(`http://${text}`)?.hostname ?? null

/** Plain host, `*.domain`, IPv4 address with four numbers, or IPv6 in brackets. */
export const isAllowedHostPattern = (text: string): boolean => {
  if (text.startsWith("*.")) return hostName.test(text.slice(2)) && !/^[0-9.]+$/.test(text.slice(2))
  return bracketedIpv6.test(text)
    ? hostnameOf(text) !== null
    : hostName.test(text) && hostnameOf(text) === text.toLowerCase()
}

/** `*.domain` allows subdomains at any depth, not the apex. */
export const hostAllowed = (allowed: ReadonlyArray<string>, host: string): boolean => {
  const name = canonicalHost(host)
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase()
    return pattern.startsWith("*.")
      ? name.endsWith(pattern.slice(1)) && name.length > pattern.length - 1
      : name === canonicalHost(pattern)
  })
}

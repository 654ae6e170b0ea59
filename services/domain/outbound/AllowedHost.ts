const hostName = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i

/** A plain host, or `*.` and a domain. No scheme, port, path or address literal. */
export const isAllowedHostPattern = (text: string): boolean =>
  hostName.test(text.startsWith("*.") ? text.slice(2) : text) && !/^[0-9.]+$/.test(text)

/**
 * Whether an outbound host is on the list: a plain entry authorises exactly that host; `*.domain` its subdomains
 * at any depth, without the apex.
 */
export const hostAllowed = (allowed: ReadonlyArray<string>, host: string): boolean => {
  const name = host.toLowerCase().replace(/\.$/, "")
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase()
    return pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) && name.length > pattern.length - 1 : name === pattern
  })
}

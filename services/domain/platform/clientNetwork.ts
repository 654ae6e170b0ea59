import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** Network bits of an IPv6 address; the subscriber chooses the rest (RFC 6177). */
const subscriberBits = 64

/** One IPv6 client has 2^64 addresses. IPv4-mapped IPv6 counts as IPv4; other text is its own key. */
export const clientNetwork = (address: string): string =>
  Result.match(NetAddress.ipFromString(address.split("%", 1)[0] ?? ""), {
    onFailure: () => address,
    onSuccess: (parsed) => {
      const ip = NetAddress.toCanonical(parsed)
      return NetAddress.isIpv4Address(ip)
        ? NetAddress.formatIp(ip)
        : IpNetwork.format(IpNetwork.fromAddressUnsafe(ip, subscriberBits))
    }
  })

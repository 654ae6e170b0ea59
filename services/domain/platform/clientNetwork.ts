import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** Bits of an IPv6 address that its network has; the others are one subscriber's to choose as they like (RFC 6177). */
const subscriberBits = 64

/**
 * As whom limits count an address: itself, and for IPv6 its /64, of which anybody has 2^64 addresses. An IPv4 address in
 * an IPv6 coat is that IPv4 address. What is no address stands for itself.
 */
export const clientNetwork = (address: string): string =>
  Result.match(NetAddress.ipFromString(address.split("%", 1)[0] ?? ""), {
    onFailure: () => address,
    onSuccess: (parsed) => {
      const ip = NetAddress.toCanonical(parsed)
      return NetAddress.isIpv4Address(ip) ? NetAddress.formatIp(ip) : IpNetwork.format(IpNetwork.fromAddressUnsafe(ip, subscriberBits))
    }
  })

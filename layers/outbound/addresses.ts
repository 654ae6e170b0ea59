import { BlockList, isIP, isIPv6 } from "node:net"

export const hostName = (host: string): string => host.replace(/^\[|\]$/g, "")

type Family = "ipv4" | "ipv6"
type Range = readonly [network: string, bits: number, family: Family]

const listOf = (ranges: ReadonlyArray<Range>) => {
  const list = new BlockList()
  for (const [network, bits, family] of ranges) list.addSubnet(network, bits, family)
  return list
}

/** Unspecified, link-local (cloud metadata), multicast, documentation, reserved and cloud-internal networks. */
const never = listOf([
  ["0.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["fd00:ec2::", 32, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["3fff::", 20, "ipv6"]
])

const inside = listOf([
  ["127.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["::1", 128, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["64:ff9b:1::", 48, "ipv6"]
])

const globalUnicast = listOf([["2000::", 3, "ipv6"]])

const groupsOf = (address: string): ReadonlyArray<number> => {
  const [head = "", tail] =
    URL.parse(`http://[${address.split("%")[0]}]`)
      ?.hostname.slice(1, -1)
      .split("::") ?? []
  const groups = (text: string | undefined) =>
    (text ?? "")
      .split(":")
      .filter((part) => part !== "")
      .map((part) => Number.parseInt(part, 16))
  const [front, back] = [groups(head), groups(tail)]
  return [...front, ...Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0), ...back]
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join(".")

/** Prefixes before an embedded IPv4 address: mapped, translated (RFC 2765), NAT64 (RFC 6052). */
const carriers = [
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0]
]

const unwrapped = (address: string): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const [first = 0, second = 0, third = 0] = groups
  const [high = 0, low = 0] = groups.slice(6)
  const begins = (front: ReadonlyArray<number>) => front.every((group, index) => groups[index] === group)
  if (carriers.some(begins)) return dotted(high, low)
  // compatible addresses (RFC 4291, 2.5.5.1), except :: and ::1
  if (begins([0, 0, 0, 0, 0, 0]) && (high !== 0 || low > 1)) return dotted(high, low)
  return first === 0x2002 ? dotted(second, third) : address
}

export const addressScope = (address: string): "public" | "private" | "never" => {
  const plain = unwrapped(address)
  if (isIP(plain) === 0) return "never"
  const family: Family = isIPv6(plain) ? "ipv6" : "ipv4"
  const bare = plain.split("%")[0] ?? plain
  if (never.check(bare, family)) return "never"
  if (inside.check(bare, family)) return "private"
  return family === "ipv4" || globalUnicast.check(bare, family) ? "public" : "never"
}

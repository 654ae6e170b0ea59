import { Config, Cron, Result, Schema, SchemaTransformation } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { isIP } from "node:net"

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.origin !== text) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal(url.hostname))
}

/** Browsers accept Secure cookies over plain HTTP only here. */
const isLocal = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || host === "127.0.0.1" || host === "[::1]"

export const Origin = Schema.String.check(
  Schema.makeFilter((text) => isOrigin(text) || "Expected an https origin without a path (http only for localhost)")
)

/** Gateways call this address: no cookies, so private networks may omit TLS. */
export const EventsOrigin = Schema.String.check(
  Schema.makeFilter((text) => {
    const url = URL.parse(text)
    return (
      (url !== null && url.origin === text && /^https?:$/.test(url.protocol)) ||
      "Expected an http or https origin without a path"
    )
  })
)

const decodedLength = (key: string) => Buffer.from(key, "base64url").length

const RingSecret = Schema.String.check(
  Schema.makeFilter(
    (key) => (/^[A-Za-z0-9_-]+$/.test(key) && decodedLength(key) >= 32) || "Expected 32 bytes or more in base64url"
  )
)

export const KeyRingEntries = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform<ReadonlyArray<string>, string>({
      decode: (text) =>
        text
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      encode: (parts) => parts.join(",")
    })
  ),
  Schema.check(
    Schema.makeFilter(
      (keys) =>
        keys.every(Schema.is(RingSecret)) || "Expected keys of 32 bytes or more in base64url, separated by commas"
    )
  )
)

const CronText = Schema.String.check(
  Schema.makeFilter((text) => Result.isSuccess(Cron.parse(text, "UTC")) || "Expected a cron expression")
)

export const cronExpression = (fallback: string) => (name: string) =>
  Config.schema(CronText, name).pipe(Config.withDefault(fallback))

/** 10.0.0.0/8 and fc00::/7 are the largest private networks. */
const MIN_NETWORK_BITS = { ipv4: 8, ipv6: 7 }

const MAPPED_PREFIX_BITS = 96

const isNobodysOwn = (network: IpNetwork.IpNetwork): boolean => {
  if (IpNetwork.isIpv4Network(network)) return network.prefixLength < MIN_NETWORK_BITS.ipv4
  const mapped = NetAddress.isIpv6Address(network.address) && NetAddress.isIpv4Mapped(network.address)
  return network.prefixLength < (mapped ? MAPPED_PREFIX_BITS + MIN_NETWORK_BITS.ipv4 : MIN_NETWORK_BITS.ipv6)
}

/** A trusted network for X-Forwarded-For: never the internet, whose clients could forge addresses. */
export const ProxyNetwork = Schema.IpNetworkFromString.check(
  Schema.makeFilter(
    (network: IpNetwork.IpNetwork) =>
      !isNobodysOwn(network) ||
      "Expected networks of your own proxies, not of all the internet: at least /8, for IPv6 /7"
  )
)

const digits = /^\s*\d{1,10}\s*$/

/** Digits only: JavaScript also reads blanks, 0x10 and 1e1 as numbers. */
export const wholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (text) =>
        (digits.test(text) && Number(text) >= minimum && Number(text) <= maximum) ||
        `Expected a whole number from ${minimum} to ${maximum}`
    )
  ).pipe(
    Schema.decodeTo(Schema.Int, SchemaTransformation.transform<number, string>({ decode: Number, encode: String }))
  )

export const PortNumber = wholeNumber(1, 65_535)

export const Ratio = Schema.String.check(
  Schema.makeFilter(
    (text) => (/^\s*\d(\.\d{1,12})?\s*$/.test(text) && Number(text) <= 1) || "Expected a number from 0 to 1"
  )
).pipe(
  Schema.decodeTo(Schema.Finite, SchemaTransformation.transform<number, string>({ decode: Number, encode: String }))
)

/** Container names have underscores, host names do not. */
const hostLike = /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?$/

export const HostAddress = Schema.Trim.check(
  Schema.makeFilter(
    (text) =>
      isIP(text) !== 0 ||
      (hostLike.test(text) && !/^[0-9.]+$/.test(text)) ||
      "Expected a host name or an address, without a port"
  )
)

export const HeaderSecret = Schema.Trim.check(Schema.isPattern(/^[\x21-\x7e]+$/))

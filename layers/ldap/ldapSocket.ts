import type { LdapConfig } from "#domain/identity/federation/Federation.ts"
import type { ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Effect, type Scope } from "effect"
import { X509Certificate } from "node:crypto"
import * as net from "node:net"
import * as tls from "node:tls"
import type { Outbound } from "../outbound/Outbound.ts"
import { connectionFault, NotLdap, resultText, unavailable } from "./ldapFaults.ts"
import { framing } from "./ldapFraming.ts"
import { requestStartTls } from "./ldapStartTls.ts"

type Outgoing = Outbound["Service"]

export interface ServerAddress {
  readonly host: string
  readonly port: number
}

export const resolveAllowedServer = (
  config: LdapConfig,
  outbound: Outgoing
): Effect.Effect<ServerAddress, ProviderUnavailable> =>
  Effect.suspend(() => {
    const url = URL.parse(config.url)
    if (url === null || url.hostname === "" || (url.protocol !== "ldaps:" && url.protocol !== "ldap:")) {
      return Effect.fail(unavailable("The address of the directory is not ldaps://host or ldap://host"))
    }
    const secure = url.protocol === "ldaps:"
    if (secure === config.start_tls) {
      return Effect.fail(unavailable("Passwords travel encrypted only: use ldaps://, or ldap:// with StartTLS"))
    }
    const place = { host: url.hostname, port: url.port === "" ? (secure ? 636 : 389) : Number(url.port) }
    return Effect.try({
      try: () => outbound.assertHost("ldap", place.host),
      catch: (cause) => connectionFault(place.host, cause)
    }).pipe(Effect.as(place))
  })

const once = (
  socket: net.Socket,
  event: "connect" | "secureConnect",
  host: string
): Effect.Effect<void, ProviderUnavailable> =>
  Effect.callback<void, ProviderUnavailable>((resume) => {
    const done = () => resume(Effect.void)
    const failed = (cause: Error | null) => resume(Effect.fail(connectionFault(host, cause)))
    const closed = () => failed(null)
    socket.once(event, done).once("error", failed).once("close", closed)
    return Effect.sync(() => void socket.off(event, done).off("error", failed).off("close", closed))
  })

const scoped = <S extends net.Socket>(open: () => S) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = open()
      return socket.on("error", () => socket.destroy())
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

const guarded = (socket: tls.TLSSocket): tls.TLSSocket => {
  const frame = framing()
  const push = socket.push.bind(socket)
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) return push(null)
    try {
      return (
        frame(chunk)
          .map((message) => push(message))
          .at(-1) ?? true
      )
    } catch (cause) {
      socket.destroy(new NotLdap(cause instanceof Error ? cause.message : "unreadable"))
      return false
    }
  }
  return socket
}

/** Throws for an invalid authority, which Node would skip. */
const authorities = (pem: string): ReadonlyArray<string> => {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return [...tls.getCACertificates("default"), ...certificates.map((one) => new X509Certificate(one).toString())]
}

const secureOptions = (config: LdapConfig, host: string): Effect.Effect<tls.ConnectionOptions, ProviderUnavailable> =>
  Effect.try({
    try: () => ({
      servername: host,
      // explicit, against NODE_TLS_REJECT_UNAUTHORIZED=0
      rejectUnauthorized: true,
      secureContext: tls.createSecureContext({
        minVersion: "TLSv1.2",
        ...(config.ca_certificate !== null && { ca: [...authorities(config.ca_certificate)] })
      })
    }),
    catch: () => unavailable("ca_certificate is not a certificate that can be read")
  })

const readyForTls = Effect.fnUntraced(function* ({ host, port }: ServerAddress, outbound: Outgoing) {
  const plain = yield* scoped(() => net.connect({ host, port, lookup: outbound.lookup("ldap") }))
  yield* once(plain, "connect", host)
  const code = yield* requestStartTls(plain, host)
  return code === 0 ? plain : yield* unavailable(`${host} refuses StartTLS: ${resultText(code)}`)
})

/** TLS 1.2 or newer with verified name. Literal addresses are refused here, those of names at connect time. */
export const openSocket = Effect.fnUntraced(function* (
  config: LdapConfig,
  place: ServerAddress,
  outbound: Outgoing
): Effect.fn.Return<tls.TLSSocket, ProviderUnavailable, Scope.Scope> {
  const options = yield* secureOptions(config, place.host)
  const upgrade = config.start_tls
    ? { socket: yield* readyForTls(place, outbound) }
    : { ...place, lookup: outbound.lookup("ldap") }
  const socket = yield* scoped(() => guarded(tls.connect({ ...options, ...upgrade })))
  yield* once(socket, "secureConnect", place.host)
  return socket
})

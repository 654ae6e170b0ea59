import { Context, Effect, Layer } from "effect"
import { isIP, type LookupFunction } from "node:net"
import { hostAllowed } from "#domain/platform/AllowedHost.ts"
import { Settings } from "#services/platform/Settings.ts"
import { hostName, addressScope } from "./addresses.ts"
import { sharedLookup } from "./sharedLookup.ts"

export type OutboundPurpose = "oidc" | "ldap" | "s3" | "smtp" | "events" | "webhooks"

export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused"
}

const variableOf: Record<OutboundPurpose, string> = {
  oidc: "OIDC_ALLOWED_HOSTS",
  ldap: "LDAP_ALLOWED_HOSTS",
  s3: "USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS",
  smtp: "SMTP_ALLOWED_HOSTS",
  events: "EVENT_LISTENER_ALLOWED_HOSTS",
  webhooks: "BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS"
}

export class GatewayRefused extends OutboundRefused {
  readonly code = "EGATEWAYREFUSED"
}

/** Checks the name, then the address at connect time, so that later DNS answers and redirects are checked too. */
export class Outbound extends Context.Service<
  Outbound,
  {
    /** Throws `OutboundRefused` for an unlisted host or forbidden address: sockets skip `lookup` for literals. */
    readonly assertHost: (purpose: OutboundPurpose, host: string) => void
    readonly lookup: (purpose: OutboundPurpose) => LookupFunction
    /** Throws `GatewayRefused` for link-local, unspecified and reserved addresses of registered gateways. */
    readonly assertGateway: (host: string) => void
    readonly gatewayLookup: LookupFunction
  }
>()("stowage/layers/outbound/Outbound") {
  static readonly layer = Layer.effect(
    Outbound,
    Effect.gen(function* () {
      const { allowedStorageHosts, eventListenerHosts, mail, migrationWebhookHosts, outbound } = yield* Settings
      const resolve = sharedLookup()
      const lists: Record<OutboundPurpose, ReadonlyArray<string>> = {
        oidc: outbound.oidcHosts,
        ldap: outbound.ldapHosts,
        s3: allowedStorageHosts,
        smtp: mail.allowedHosts,
        events: eventListenerHosts,
        webhooks: migrationWebhookHosts
      }

      /** Exact entries only: a wildcard must not open a private network. */
      const mayBePrivate = (host: string) =>
        outbound.privateHosts.some((entry) => hostAllowed([entry], host) && !entry.startsWith("*."))

      const acceptable = (host: string, address: string) => {
        const place = addressScope(address)
        return place === "public" || (place === "private" && mayBePrivate(host))
      }

      const assertHost = (purpose: OutboundPurpose, host: string) => {
        const name = hostName(host)
        if (!hostAllowed(lists[purpose], name)) throw new OutboundRefused(`${host} is not on ${variableOf[purpose]}`)
        if (isIP(name) !== 0 && !acceptable(name, name)) {
          throw new OutboundRefused(
            addressScope(name) === "private"
              ? `${host} is in a private or reserved network: list it in OUTBOUND_PRIVATE_HOSTS if it belongs there`
              : `${host} is an address at which no service is`
          )
        }
      }

      const assertGateway = (host: string) => {
        const name = hostName(host)
        if (isIP(name) !== 0 && addressScope(name) === "never")
          throw new GatewayRefused(`${host} is no address of a storage gateway`)
      }

      const gatewayLookup: LookupFunction = (host, options, callback) =>
        resolve(host, options, (error, resolvedAddresses) => {
          if (error !== null) return callback(error, "", 4)
          const addresses = resolvedAddresses.filter(({ address }) => addressScope(address) !== "never")
          const [first] = addresses
          if (first === undefined)
            return callback(new GatewayRefused(`${host} resolves to no address of a storage gateway`), "", 4)
          if (options.all === true) return callback(null, addresses)
          callback(null, first.address, first.family)
        })

      const lookup =
        (purpose: OutboundPurpose): LookupFunction =>
        (host, options, callback) => {
          try {
            assertHost(purpose, host)
          } catch (refusal) {
            return callback(refusal as OutboundRefused, "", 4)
          }
          resolve(host, options, (error, resolvedAddresses) => {
            if (error !== null) return callback(error, "", 4)
            const addresses = resolvedAddresses.filter(({ address }) => acceptable(host, address))
            const [first] = addresses
            if (first === undefined) {
              return callback(
                new OutboundRefused(
                  `${host} resolves to an address in a private or reserved network: list it in ` +
                    "OUTBOUND_PRIVATE_HOSTS if it belongs there"
                ),
                "",
                4
              )
            }
            if (options.all === true) return callback(null, addresses)
            callback(null, first.address, first.family)
          })
        }

      return Outbound.of({ assertHost, lookup, assertGateway, gatewayLookup })
    })
  )
}

import { Effect } from "effect"
import type { FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { OutboundSource } from "#domain/platform/uncoveredHosts.ts"
import { Registrations } from "#services/accounts/Registrations.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Providers } from "#services/identity/federation/Providers.ts"
import { Settings } from "#services/platform/Settings.ts"
import { TopicGateway } from "#services/iam/topics/TopicGateway.ts"
import { discoverProvider } from "../oidc/discoverProvider.ts"
import { Outbound, type OutboundPurpose, OutboundRefused } from "../outbound/Outbound.ts"
import { typedStorageAddresses } from "../sql/accounts/typedStorageAddresses.ts"
import { webhookAddresses } from "../sql/objects/webhookAddresses.ts"

const addressesOf = ({
  features_config,
  url
}: {
  readonly url: string
  readonly features_config?: FeaturesConfig | undefined
}): ReadonlyArray<string> => {
  const { admin, healthcheck, iam, sns, sts } = features_config?.features ?? {}
  return [url, admin?.endpoint, iam?.endpoint, sts?.endpoint, sns?.endpoint, healthcheck?.healthcheck_url].filter(
    (address) => typeof address === "string"
  )
}

const pushEndpoints = Effect.gen(function* () {
  const [registrations, contexts, topics] = [yield* Registrations, yield* ExecutionContexts, yield* TopicGateway]
  const withTopics = new Set(
    (yield* (yield* StorageEndpoints).list)
      .filter(({ capabilities, is_sandbox }) => capabilities.sns && !is_sandbox)
      .map(({ id }) => id)
  )
  const owners = [...(yield* registrations.all("account")), ...(yield* registrations.all("s3_user"))].filter(
    ({ storage_endpoint_id }) => withTopics.has(storage_endpoint_id)
  )
  const [read, unread] = yield* Effect.partition(
    owners,
    ({ external_id, name, storage_endpoint_id, storage_endpoint_name }) =>
      contexts.forListing(listingKeyOf(storage_endpoint_id, external_id)).pipe(
        Effect.flatMap(({ s3 }) => topics.list(s3)),
        Effect.mapError(
          (failure) =>
            `the topics of ${name} on ${storage_endpoint_name} could not be read: ` +
            `${"detail" in failure ? failure.detail : failure._tag}`
        )
      ),
    { concurrency: 4 }
  )
  return { addresses: read.flatMap((found) => found.map(({ attributes }) => attributes.push_endpoint)), unread }
})

const providerEndpoints = Effect.fnUntraced(function* (isListed: (host: string) => boolean) {
  const outbound = yield* Outbound
  const enabled = (yield* (yield* Providers).oidc.list).filter(
    ({ config, enabled }) => enabled && isListed(new URL(config.issuer).hostname)
  )
  const [read, unread] = yield* Effect.partition(
    enabled,
    ({ config, label }) =>
      Effect.mapBoth(discoverProvider(outbound, config), {
        onFailure: ({ message }) => `the discovery document of ${label} could not be read: ${message}`,
        onSuccess: ({ metadata }) => [
          metadata.authorization_endpoint,
          metadata.token_endpoint,
          metadata.jwks_uri,
          ...(config.use_userinfo ? [metadata.userinfo_endpoint] : [])
        ]
      }),
    { concurrency: 4 }
  )
  return { addresses: read.flat().filter((address) => address !== undefined), unread }
})

export const outboundSources = Effect.gen(function* () {
  const outbound = yield* Outbound
  const { applicationSettings, storageEndpoints } = yield* Settings
  const providers = yield* Providers
  const { smtp_host: mailHost } = (yield* (yield* ApplicationSettings).read).quota_notifications
  const passes = (assert: (host: string) => void) => (host: string) => {
    try {
      assert(host)
      return true
    } catch (refusal) {
      if (refusal instanceof OutboundRefused) return false
      throw refusal
    }
  }
  const listed = (purpose: OutboundPurpose) => passes((host) => outbound.assertHost(purpose, host))
  const anyGateway = passes(outbound.assertGateway)
  const isMailFixed = applicationSettings.some(({ path }) => path === "quota_notifications.smtp_host")
  const topics = yield* pushEndpoints
  const discovered = yield* providerEndpoints(listed("oidc"))
  const sources: ReadonlyArray<OutboundSource> = [
    {
      covers: listed("oidc"),
      addresses: [...(yield* providers.oidc.list).map(({ config }) => config.issuer), ...discovered.addresses]
    },
    { covers: listed("ldap"), addresses: (yield* providers.ldap.list).map(({ config }) => config.url) },
    { covers: listed("s3"), addresses: yield* typedStorageAddresses },
    {
      covers: anyGateway,
      addresses: [...(yield* (yield* StorageEndpoints).list), ...storageEndpoints].flatMap(addressesOf)
    },
    {
      covers: isMailFixed ? anyGateway : listed("smtp"),
      addresses: mailHost === null ? [] : [`smtp://${mailHost.includes(":") ? `[${mailHost}]` : mailHost}`]
    },
    { covers: listed("events"), addresses: topics.addresses },
    { covers: listed("webhooks"), addresses: yield* webhookAddresses }
  ]
  return { sources, unread: [...topics.unread, ...discovered.unread] }
})

import { Effect, Redacted } from "effect"
import { Caller } from "#domain/platform/access/Caller.ts"
import type { FeaturesConfig } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { Registrations } from "#services/accounts/Registrations.ts"
import { Registry } from "#services/accounts/Registry.ts"
import { SandboxKeys } from "#services/gateways/endpoints/SandboxKeys.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import type { SandboxGateway } from "../../sandbox/Sandbox.ts"

const features: FeaturesConfig = {
  features: {
    admin: { enabled: true },
    account: { enabled: true },
    usage: { enabled: true },
    sns: { enabled: true },
    iam: { enabled: true },
    sts: { enabled: true }
  }
}

const starter = Caller.cases.Internal.make({})

export const registerSandbox = Effect.fn("registerSandbox")(function* (gateway: Omit<SandboxGateway, "faults">) {
  const endpoints = yield* StorageEndpoints
  const registrations = yield* Registrations
  const registry = yield* Registry
  const sandboxEndpoint = (yield* endpoints.list).find((endpoint) => endpoint.is_sandbox)
  const key = { admin_access_key: gateway.admin.accessKey, admin_secret_key: Redacted.make(gateway.admin.secretKey) }
  const endpoint =
    sandboxEndpoint === undefined
      ? yield* endpoints.create(
          starter,
          {
            name: "Sandbox",
            url: gateway.url,
            provider: "cluster",
            region: gateway.region,
            features_config: features,
            ...key
          },
          true
        )
      : sandboxEndpoint.url === gateway.url && sandboxEndpoint.admin_access_key === gateway.admin.accessKey
        ? sandboxEndpoint
        : yield* endpoints.update(starter, sandboxEndpoint.id, { url: gateway.url, ...key })
  yield* (yield* SandboxKeys).offer(endpoint.id, {
    url: gateway.url,
    region: gateway.region,
    keys: gateway.accounts.map(({ accessKey, id, name, secretKey }) => ({
      account_name: name,
      rgw_account_id: id,
      access_key: accessKey,
      secret_key: Redacted.make(secretKey)
    }))
  })
  const [account] = gateway.accounts
  if (account === undefined || (yield* registrations.registered("account", endpoint.id, [account.id])).size > 0) return
  yield* registry.add(
    starter,
    "account",
    {
      name: account.name,
      externalId: account.id,
      uid: account.rootUid,
      endpointId: endpoint.id,
      links: {},
      verb: "import"
    },
    { access_key: account.accessKey, secret_key: Redacted.make(account.secretKey) }
  )
}, Effect.orDie)

import {
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  None,
  type ServerMetadata
} from "openid-client"
import { Redacted } from "effect"
import type { OidcConnection } from "#services/identity/federation/OidcClient.ts"
import type { Provider } from "./discoverProvider.ts"

export const secretMethodOf = (metadata: ServerMetadata): "client_secret_basic" | "client_secret_post" | undefined =>
  (["client_secret_basic", "client_secret_post"] as const).find((method) =>
    (metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]).includes(method)
  )

const authenticationOf = (metadata: ServerMetadata, secret: Redacted.Redacted | null): ClientAuth | undefined => {
  if (secret === null) return None()
  const method = secretMethodOf(metadata)
  if (method === undefined) return undefined
  return (method === "client_secret_basic" ? ClientSecretBasic : ClientSecretPost)(Redacted.value(secret))
}

/** Undefined when the provider accepts no client secret. Not cached, because it holds the secret. */
export const configureClient = (
  { fetch, metadata }: Provider,
  { client_id, clientSecret }: OidcConnection
): Configuration | undefined => {
  const authentication = authenticationOf(metadata, clientSecret)
  if (authentication === undefined) return undefined
  const configuration = new Configuration(metadata, client_id, undefined, authentication)
  configuration[customFetch] = fetch
  return configuration
}

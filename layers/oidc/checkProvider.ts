import type { ProviderCheck } from "#domain/identity/federation/Federation.ts"
import type { OidcConnection } from "#services/identity/federation/OidcClient.ts"
import { Effect, Result } from "effect"
import type { ServerMetadata } from "openid-client"
import type { Outbound } from "../outbound/Outbound.ts"
import { callFailedIn } from "./CallFailed.ts"
import { secretMethodOf } from "./configureClient.ts"
import { discoverProvider } from "./discoverProvider.ts"
import { endpointFaults } from "./endpointFaults.ts"
import { usableKeys } from "./usableKeys.ts"

type Finding = Effect.Effect<string, string>

const pkceOf = (metadata: ServerMetadata) =>
  metadata.code_challenge_methods_supported?.includes("S256") === true
    ? "PKCE with S256 is supported"
    : "Warning: the provider does not say that it checks PKCE with S256; it is used all the same"

const authenticationOf = ({ clientSecret }: OidcConnection, metadata: ServerMetadata): Finding => {
  if (clientSecret === null) return Effect.succeed("this client has no secret")
  const method = secretMethodOf(metadata)
  return method === undefined
    ? Effect.fail(
        "The provider takes neither client_secret_basic nor client_secret_post, which are the ways in which " +
          "the secret can be given"
      )
    : Effect.succeed(`the secret is given by ${method}, and tried when somebody signs in`)
}

const inOrder = Effect.fnUntraced(function* (steps: ReadonlyArray<readonly [name: string, finding: Finding]>) {
  const checks: Array<ProviderCheck> = []
  let failed: string | undefined
  for (const [name, finding] of steps) {
    if (failed !== undefined) {
      checks.push({ name, outcome: "skipped", detail: `Not tried, because of: ${failed}` })
      continue
    }
    const result = yield* Effect.result(finding)
    if (Result.isFailure(result)) failed = name
    checks.push(
      Result.isSuccess(result)
        ? { name, outcome: "ok", detail: result.success }
        : { name, outcome: "failed", detail: result.failure }
    )
  }
  return checks
})

export const checkProvider = Effect.fnUntraced(function* (outbound: Outbound["Service"], connection: OidcConnection) {
  const { allowed_algorithms, issuer, use_userinfo } = connection
  const { host, hostname } = new URL(issuer)
  const discovered = yield* Effect.cached(discoverProvider(outbound, connection))

  const hostAllowed: Finding = Effect.try({
    try: () => outbound.assertHost("oidc", hostname),
    catch: () => `${hostname} is not on OIDC_ALLOWED_HOSTS: whoever runs this service has to list it there`
  }).pipe(Effect.as(`${hostname} is on OIDC_ALLOWED_HOSTS`))

  const connected: Finding = discovered.pipe(
    Effect.catch((failure) => (failure.stage === "answer" ? Effect.void : Effect.fail(failure.message))),
    Effect.as(`${host} is reached over TLS 1.2 or newer, and its certificate is trusted`)
  )

  const described: Finding = discovered.pipe(
    Effect.mapError(({ message }) => message),
    Effect.as(`The discovery document is that of ${issuer}`)
  )

  const endpointsAllowed: Finding = Effect.gen(function* () {
    const { metadata } = yield* Effect.mapError(discovered, ({ message }) => message)
    const faults = endpointFaults(outbound, metadata, use_userinfo)
    if (faults.length > 0) return yield* Effect.fail(faults.join("; "))
    const authentication = yield* authenticationOf(connection, metadata)
    return `All are HTTPS on allowed hosts; ${authentication}. ${pkceOf(metadata)}`
  })

  const keysUsable: Finding = Effect.gen(function* () {
    const { keys, metadata } = yield* Effect.mapError(discovered, ({ message }) => message)
    yield* Effect.tryPromise({
      try: () => keys.reload(),
      catch: (error) => callFailedIn(error)?.message ?? "What jwks_uri answers is no set of keys"
    })
    return yield* usableKeys(
      keys.jwks()?.keys ?? [],
      metadata.id_token_signing_alg_values_supported,
      allowed_algorithms
    )
  })

  return yield* inOrder([
    ["host allowed", hostAllowed],
    ["address and TLS", connected],
    ["discovery", described],
    ["endpoints", endpointsAllowed],
    ["signing keys", keysUsable]
  ])
})

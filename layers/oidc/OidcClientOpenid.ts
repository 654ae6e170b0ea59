import type { FederatedIdentity } from "#domain/identity/federation/Federation.ts"
import { OidcClient, type OidcConnection, type OidcProof } from "#services/identity/federation/OidcClient.ts"
import { IdentityRefused, ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Cache, Clock, Duration, Effect, Layer, Redacted } from "effect"
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  fetchUserInfo
} from "openid-client"
import { Outbound } from "../outbound/Outbound.ts"
import type { CallFailed } from "./CallFailed.ts"
import { checkProvider } from "./checkProvider.ts"
import { configureClient } from "./configureClient.ts"
import { discoverProvider, type Provider, type ProviderAddress, providerAge } from "./discoverProvider.ts"
import { endpointFaults } from "./endpointFaults.ts"
import { grantFailure } from "./grantFailure.ts"
import { identityOf } from "./identityOf.ts"
import { verifyIdToken } from "./verifyIdToken.ts"

const SIGN_IN_TIMEOUT = Duration.seconds(15)

const unavailable = (reason: string) => new ProviderUnavailable({ reason })
const tryGrantCall = <A>(call: () => Promise<A>) => Effect.tryPromise({ try: call, catch: grantFailure })

/** Behind a proxy the request's address may differ from our redirect URI. */
const callbackOf = ({ redirectUri }: OidcConnection, { search }: URL) => {
  const url = new URL(redirectUri)
  url.search = search
  return url
}

export const layer = Layer.effect(
  OidcClient,
  Effect.gen(function* () {
    const outbound = yield* Outbound
    const providers = yield* Cache.makeWith<ProviderAddress, Provider, CallFailed>(
      (address) => discoverProvider(outbound, address),
      {
        capacity: 32,
        timeToLive: (exit) => (exit._tag === "Success" ? providerAge : 0)
      }
    )

    const open = Effect.fnUntraced(function* (connection: OidcConnection) {
      const provider = yield* Cache.get(providers, {
        issuer: connection.issuer,
        ca_certificate: connection.ca_certificate
      }).pipe(Effect.mapError(({ message }) => unavailable(message)))
      const faults = endpointFaults(outbound, provider.metadata, connection.use_userinfo)
      if (faults.length > 0)
        return yield* unavailable(`The discovery document names what may not be used: ${faults.join("; ")}`)
      const configuration = configureClient(provider, connection)
      if (configuration === undefined)
        return yield* unavailable("The provider takes neither client_secret_basic nor client_secret_post")
      return { configuration, provider }
    })

    const authorizationUrl = Effect.fn("OidcClient.authorizationUrl")(function* (
      connection: OidcConnection,
      proof: OidcProof
    ) {
      const { configuration } = yield* open(connection)
      const challenge = yield* Effect.promise(() => calculatePKCECodeChallenge(Redacted.value(proof.codeVerifier)))
      return buildAuthorizationUrl(configuration, {
        response_type: "code",
        redirect_uri: connection.redirectUri,
        scope: connection.scopes.join(" "),
        state: proof.state,
        nonce: proof.nonce,
        code_challenge: challenge,
        code_challenge_method: "S256"
      }).href
    })

    const identify = Effect.fn("OidcClient.identify")(
      function* (
        connection: OidcConnection,
        proof: OidcProof,
        callback: URL
      ): Effect.fn.Return<FederatedIdentity, IdentityRefused | ProviderUnavailable> {
        // checked first: a forged callback must not cause calls
        if (callback.searchParams.get("state") !== proof.state) {
          return yield* new IdentityRefused({ reason: "The callback answers another sign-in (state)" })
        }
        const { configuration, provider } = yield* open(connection)
        const granted = yield* tryGrantCall(() =>
          authorizationCodeGrant(configuration, callbackOf(connection, callback), {
            expectedState: proof.state,
            expectedNonce: proof.nonce,
            pkceCodeVerifier: Redacted.value(proof.codeVerifier),
            idTokenExpected: true
          })
        )
        const now = yield* Clock.currentTimeMillis
        const claims = yield* tryGrantCall(() =>
          verifyIdToken(provider, connection, proof.nonce, granted.id_token ?? "", now)
        )
        if (!connection.use_userinfo) return yield* identityOf(claims, undefined, connection.group_mapping)
        // verifies the signature of a signed UserInfo answer too
        enableNonRepudiationChecks(configuration)
        const userInfo = yield* tryGrantCall(() => fetchUserInfo(configuration, granted.access_token, claims.sub))
        return yield* identityOf(claims, userInfo, connection.group_mapping)
      },
      Effect.timeoutOrElse({
        duration: SIGN_IN_TIMEOUT,
        orElse: () => Effect.fail(unavailable("The provider took longer than 15 s"))
      })
    )

    const check = Effect.fn("OidcClient.check")((connection: OidcConnection) => checkProvider(outbound, connection))

    return OidcClient.of({ authorizationUrl, identify, check })
  })
)

import {
  type Forbidden,
  type NotFound,
  type RateLimited,
  Unauthenticated,
  type Unavailable
} from "#domain/platform/errors/Errors.ts"
import type { OidcConfig } from "#domain/identity/federation/Federation.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { FederatedSignIn } from "./FederatedSignIn.ts"
import { OidcClient, type OidcConnection } from "./OidcClient.ts"
import { OidcStates } from "./OidcStates.ts"
import { providerOutcome } from "./providerOutcome.ts"
import { type StoredProvider, Providers } from "./Providers.ts"

export interface OidcStart {
  readonly authorizationUrl: string
  readonly browser: Redacted.Redacted
}

export interface OidcResult {
  readonly step: OpenSession | PendingSession
  readonly redirectPath: string
}

export interface OidcRefusal {
  readonly problem: Unauthenticated | Forbidden | NotFound | Unavailable
  readonly redirectPath: string | null
}

const Proof = Schema.fromJsonString(Schema.Struct({ nonce: Schema.String, codeVerifier: Schema.String }))
export const proofPurpose = (stateId: string) => `oidc_state/${stateId}`

export const redirectUri = (publicOrigin: string, providerId: string) =>
  `${publicOrigin}/api/auth/oidc/${providerId}/callback`

export class OidcLogin extends Context.Service<
  OidcLogin,
  {
    /** `browser`: cookie of an earlier start, reused so that two tabs do not interfere. */
    readonly start: (
      providerId: string,
      redirectPath: string,
      browser: Redacted.Redacted | null
    ) => Effect.Effect<OidcStart, NotFound | RateLimited | Unavailable>
    readonly finish: (
      providerId: string,
      query: string,
      browser: Redacted.Redacted | null
    ) => Effect.Effect<OidcResult, OidcRefusal>
  }
>()("stowage/services/identity/federation/OidcLogin") {
  static readonly layer = Layer.effect(
    OidcLogin,
    Effect.gen(function* () {
      const providers = yield* Providers
      const client = yield* OidcClient
      const states = yield* OidcStates
      const federated = yield* FederatedSignIn
      const tokens = yield* Tokens
      const secrets = yield* Secrets
      const cipher = yield* CredentialCipher
      const limits = yield* RateLimits
      const { publicOrigin } = yield* Settings

      const connectionOf = Effect.fnUntraced(function* ({ config, id, secret }: StoredProvider<OidcConfig>) {
        const connection: OidcConnection = {
          ...config,
          clientSecret: yield* secret,
          redirectUri: redirectUri(publicOrigin, id)
        }
        return connection
      })

      const startLimit = Effect.map(CurrentOrigin, ({ address }) => ({
        key: `oidc/${clientNetwork(address)}`,
        ...rateLimits.loginPerAddress
      }))

      const outcomeOf = (id: string) =>
        providerOutcome(federated, { type: "oidc", id }, "The identity provider did not confirm who you are")

      const start = Effect.fn("OidcLogin.start")(function* (
        providerId: string,
        redirectPath: string,
        existingBrowser: Redacted.Redacted | null
      ) {
        const provider = yield* providers.oidc.forSignIn(providerId)
        // a start stores a row for five minutes, for any caller
        yield* limits.take(yield* startLimit)
        const [nonce, codeVerifier, id] = yield* Effect.all([secrets.make, secrets.make, secrets.id])
        const browser = existingBrowser ?? (yield* secrets.make)
        const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetimes.oidcState)
        const state = Redacted.value(yield* tokens.sign("oidc", id, expiresAt))
        const authorizationUrl = yield* client
          .authorizationUrl(yield* connectionOf(provider), {
            state,
            nonce: Redacted.value(nonce),
            codeVerifier
          })
          .pipe(outcomeOf(provider.id), Effect.catchTag("Unauthenticated", Effect.die))
        const proof = yield* Schema.encodeEffect(Proof)({
          nonce: Redacted.value(nonce),
          codeVerifier: Redacted.value(codeVerifier)
        }).pipe(Effect.orDie)
        yield* states.add(
          {
            id,
            providerId: provider.id,
            redirectPath,
            browser: secrets.digest(Redacted.value(browser)),
            proof: yield* cipher.encrypt(proofPurpose(id), Redacted.make(proof))
          },
          expiresAt
        )
        return { authorizationUrl, browser }
      })

      const takeState = Effect.fnUntraced(function* (
        providerId: string,
        state: string,
        browser: Redacted.Redacted | null
      ) {
        const id = yield* tokens.read("oidc", Redacted.make(state)).pipe(Effect.mapError(() => strange))
        const stored = yield* states.take(id, yield* DateTime.now)
        const isOwnState =
          stored !== null &&
          stored.providerId === providerId &&
          browser !== null &&
          secrets.same(stored.browser, secrets.digest(Redacted.value(browser)))
        if (!isOwnState) return yield* strange
        const text = yield* Effect.orDie(cipher.decrypt(proofPurpose(id), stored.proof))
        const { codeVerifier, nonce } = yield* Effect.orDie(Schema.decodeEffect(Proof)(Redacted.value(text)))
        return { redirectPath: stored.redirectPath, proof: { state, nonce, codeVerifier: Redacted.make(codeVerifier) } }
      })

      const finish = Effect.fn("OidcLogin.finish")(function* (
        providerId: string,
        query: string,
        browser: Redacted.Redacted | null
      ) {
        const provider = yield* providers.oidc.forSignIn(providerId).pipe(refusedOn(null))
        const callback = new URL(redirectUri(publicOrigin, provider.id))
        callback.search = query
        const { proof, redirectPath } = yield* takeState(
          provider.id,
          callback.searchParams.get("state") ?? "",
          browser
        ).pipe(
          Effect.tapError(() => signInFailed("oidc", "not_begun_here")),
          refusedOn(null)
        )
        const step = yield* Effect.gen(function* () {
          const identity = yield* client
            .identify(yield* connectionOf(provider), proof, callback)
            .pipe(outcomeOf(provider.id))
          yield* limits.giveBack(yield* startLimit)
          return yield* federated.accept(provider, identity)
        }).pipe(refusedOn(redirectPath))
        return { step, redirectPath }
      })

      return OidcLogin.of({ start, finish })
    })
  )
}

const refusedOn = (redirectPath: string | null) =>
  Effect.mapError((problem: OidcRefusal["problem"]): OidcRefusal => ({ problem, redirectPath }))

const strange = new Unauthenticated({
  code: "invalid_credentials",
  detail: "This sign-in was not begun here, was finished already, or took too long: begin again"
})

import { exportJWK, generateKeyPair } from "jose"
import { randomBytes } from "node:crypto"
import Provider, { type GrantContext } from "oidc-provider"
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js"
import { loginPage } from "./loginPage.ts"
import { tlsServer } from "./tlsServer.ts"
import { visitor } from "./visitor.ts"
import { withAuthority } from "./withAuthority.ts"

export interface OidcAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly [claim: string]: unknown
}

export interface OidcProviderOptions {
  readonly redirectUris: ReadonlyArray<string>
  readonly accounts: ReadonlyArray<OidcAccount>
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post" | "none"
  /** `userinfo`: the ID token has no scope claims, as the specification says. */
  readonly claimsIn?: "id_token" | "userinfo"
  readonly profileClaims?: ReadonlyArray<string>
}

export interface OidcProvider {
  readonly issuer: string
  readonly caPem: string
  readonly clientId: string
  readonly clientSecret: string
  /** Follows the authorization URL through the login; returns the callback URL without calling it. */
  readonly signIn: (authorizationUrl: string, sub: string) => Promise<URL>
  readonly cancel: (authorizationUrl: string) => Promise<URL>
  readonly close: () => Promise<void>
}

const clientId = "stowage"

const signingKey = async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomBytes(4).toString("hex"), alg: "RS256", use: "sig" }
}

const grantAll = (provider: () => Provider) => async (ctx: GrantContext) => {
  const grant = new (provider().Grant)({ accountId: ctx.oidc.session.accountId, clientId: ctx.oidc.client.clientId })
  grant.addOIDCScope("openid email profile")
  await grant.save()
  return grant
}

/** A certified OpenID provider over TLS; needs OIDC_ALLOWED_HOSTS and OUTBOUND_PRIVATE_HOSTS with localhost. */
export const startOidcProvider = async (options: OidcProviderOptions): Promise<OidcProvider> => {
  const {
    accounts,
    claimsIn = "id_token",
    clientAuthentication = "client_secret_basic",
    profileClaims = [],
    redirectUris
  } = options
  const clientSecret = randomBytes(24).toString("base64url")
  const { caPem, server: certificate } = withAuthority((authority) => ({
    caPem: authority.certificate,
    server: authority.issue("localhost")
  }))
  const key = await signingKey()

  const server = await tlsServer(certificate, (issuer) => {
    const provider: Provider = new Provider(issuer, {
      adapter: createMemoryAdapter(0),
      clients: [
        {
          client_id: clientId,
          ...(clientAuthentication === "none" ? {} : { client_secret: clientSecret }),
          redirect_uris: redirectUris,
          token_endpoint_auth_method: clientAuthentication
        }
      ],
      clientAuthMethods: [clientAuthentication],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", ...profileClaims] },
      conformIdTokenClaims: claimsIn === "userinfo",
      cookies: { keys: [randomBytes(16).toString("hex")] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_: unknown, sub: string) => {
        const account = accounts.find((known) => known.sub === sub)
        return account === undefined ? undefined : { accountId: sub, claims: () => account }
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      jwks: { keys: [key] },
      loadExistingGrant: grantAll(() => provider),
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 }
    })
    const answer = provider.callback()
    const names = new Set(accounts.map(({ sub }) => sub))
    return (request, response) => {
      if (request.url?.startsWith("/interaction/") !== true) return answer(request, response)
      loginPage(provider, names, request, response).catch((error: unknown) => {
        response.writeHead(400, { "content-type": "text/plain" }).end(String(error))
      })
    }
  })

  const walk = async (authorizationUrl: string, form: Record<string, string>): Promise<URL> => {
    const visit = visitor(caPem)
    let url = new URL(authorizationUrl)
    for (let steps = 0; steps < 10; steps++) {
      const page = await visit(url, url.pathname.startsWith("/interaction/") ? form : undefined)
      if (page.location === null)
        throw new Error(`The provider answers ${page.status} at ${url.pathname}: ${page.body.slice(0, 500)}`)
      if (page.location.origin !== server.origin) return page.location
      url = page.location
    }
    throw new Error("The login at the provider does not end")
  }

  return {
    issuer: server.origin,
    caPem,
    clientId,
    clientSecret,
    signIn: (authorizationUrl, sub) => walk(authorizationUrl, { account: sub, action: "login" }),
    cancel: (authorizationUrl) => walk(authorizationUrl, { action: "cancel" }),
    close: server.close
  }
}

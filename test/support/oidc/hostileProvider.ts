import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose"
import { createHmac } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { CertificateAuthority } from "../certificates.ts"
import { tlsServer } from "./tlsServer.ts"
import { withAuthority } from "./withAuthority.ts"

export type Reply =
  | "hang"
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }

export interface SigningKey {
  readonly privateKey: CryptoKey
  readonly publicPem: string
  readonly jwk: JWK
}

type Claims = Record<string, unknown>

export interface Mischief {
  readonly discovery?: (document: Claims) => Reply
  readonly claims?: Claims
  readonly header?: Claims
  readonly idToken?: (claims: Claims, key: SigningKey) => Promise<string>
  readonly token?: Reply
  readonly userInfo?: Reply
  readonly keys?: (key: SigningKey, calls: number) => Promise<Reply> | Reply
}

export interface Mischiefs {
  readonly issuer: string
  readonly calls: ReadonlyArray<string>
}

export interface HostileProvider {
  readonly origin: string
  readonly caPem: string
  readonly clientId: string
  readonly clientSecret: string
  readonly nonce: string
  readonly provider: (mischief: Mischief) => Mischiefs
  readonly close: () => Promise<void>
}

export const signingKey = async (kid: string, alg = "RS256"): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return {
    privateKey,
    publicPem: await exportSPKI(publicKey),
    jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" }
  }
}

export const forgedToken = (header: object, claims: object, sign: (input: string) => string): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${sign(input)}`
}

export const hmac = (secret: string) => (input: string) =>
  createHmac("sha256", secret).update(input).digest("base64url")

const send = (response: ServerResponse, reply: Reply) => {
  if (reply === "hang") return
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body)
  response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers }).end(text)
}

export const startHostileProvider = async (
  certificateOf: (authority: CertificateAuthority) => ReturnType<CertificateAuthority["issue"]> = (authority) =>
    authority.issue("localhost")
): Promise<HostileProvider> => {
  const issued = withAuthority((authority) => ({ caPem: authority.certificate, certificate: certificateOf(authority) }))
  const [clientId, clientSecret, nonce] = ["stowage", "the client's secret, of 32 letters", "the nonce of the test"]
  const key = await signingKey("first")
  const providers = new Map<string, { readonly mischief: Mischief; readonly calls: Array<string> }>()

  const idTokenOf = (issuer: string, { claims, header, idToken }: Mischief) => {
    const now = Math.floor(Date.now() / 1000)
    const all = {
      iss: issuer,
      sub: "subject-1",
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
      email: "anna@example.org",
      email_verified: true,
      name: "Anna",
      ...claims
    }
    return (
      idToken?.(all, key) ??
      new SignJWT(all).setProtectedHeader({ alg: "RS256", kid: "first", ...header }).sign(key.privateKey)
    )
  }

  const documentOf = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"]
  })

  const replyTo = async (
    issuer: string,
    path: string,
    mischief: Mischief,
    calls: ReadonlyArray<string>
  ): Promise<Reply> => {
    switch (path) {
      case "/.well-known/openid-configuration":
        return mischief.discovery?.(documentOf(issuer)) ?? { body: documentOf(issuer) }
      case "/token":
        return (
          mischief.token ?? {
            body: { access_token: "an access token", token_type: "Bearer", id_token: await idTokenOf(issuer, mischief) }
          }
        )
      case "/jwks":
        return mischief.keys?.(key, calls.filter((call) => call === path).length) ?? { body: { keys: [key.jwk] } }
      case "/userinfo":
        return mischief.userInfo ?? { body: { sub: "subject-1", email: "anna@example.org", email_verified: true } }
      default:
        return { status: 404, body: {} }
    }
  }

  const server = await tlsServer(issued.certificate, (origin) => (request, response) => {
    const [, id = "", path = ""] = /^\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? []
    const provider = providers.get(id)
    if (provider === undefined) return send(response, { status: 404, body: {} })
    provider.calls.push(path)
    replyTo(`${origin}/${id}`, path, provider.mischief, provider.calls).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, { status: 500, body: String(error) })
    )
  })

  return {
    origin: server.origin,
    caPem: issued.caPem,
    clientId,
    clientSecret,
    nonce,
    provider: (mischief) => {
      const id = String(providers.size + 1)
      const calls: Array<string> = []
      providers.set(id, { mischief, calls })
      return { issuer: `${server.origin}/${id}`, calls }
    },
    close: server.close
  }
}

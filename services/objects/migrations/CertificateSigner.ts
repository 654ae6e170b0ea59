import { Context, type Effect, type Stream } from "effect"
import type { CertificateKey } from "#domain/objects/migrations/certificate.ts"

export class CertificateSigner extends Context.Service<
  CertificateSigner,
  {
    /** `thumbprint`: SHA-256 of the key by RFC 7638, in base64url. */
    readonly publicKey: Effect.Effect<{ readonly key: CertificateKey; readonly thumbprint: string }>
    /** Appends the signature of the lines as the last line. Each text is whole lines. */
    readonly sign: <E>(texts: Stream.Stream<string, E>) => Stream.Stream<string, E>
  }
>()("stowage/services/objects/migrations/CertificateSigner") {}

import { Context, type Effect } from "effect"
import type { CertificateKey } from "#domain/objects/migrations/certificate.ts"

export interface StoredCertificateKey {
  readonly id: string
  readonly public_key: CertificateKey
  /** Encrypted JWK. */
  readonly private_key: string
}

/** Encryption purpose of the private key. */
export const certificateKeyPurpose = (id: string): string => `certificate_key/${id}`

/** The key of the installation that signs certificates. */
export class CertificateKeyRecords extends Context.Service<
  CertificateKeyRecords,
  {
    readonly find: Effect.Effect<StoredCertificateKey | null>
    /** Keeps the stored key when there is one. */
    readonly create: (key: StoredCertificateKey) => Effect.Effect<void>
  }
>()("stowage/services/objects/migrations/CertificateKeyRecords") {}

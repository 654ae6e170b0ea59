import { Context, type Effect } from "effect"
import type { CertificateKey } from "#domain/objects/migrations/certificate.ts"

export interface StoredCertificateKey {
  readonly id: string
  readonly public_key: CertificateKey
  readonly private_key: string
}

export const certificateKeyPurpose = (id: string): string => `certificate_key/${id}`

export class CertificateKeyRecords extends Context.Service<
  CertificateKeyRecords,
  {
    readonly find: Effect.Effect<StoredCertificateKey | null>
    /** An existing key stays. */
    readonly create: (key: StoredCertificateKey) => Effect.Effect<void>
  }
>()("stowage/services/objects/migrations/CertificateKeyRecords") {}

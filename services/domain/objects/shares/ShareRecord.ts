import { Context, type DateTime } from "effect"
import type { ResolvedContext } from "../../accounts/contexts/CurrentContext.ts"
import type { ShareKind } from "./Share.ts"

export interface ShareRecord {
  readonly id: string
  readonly kind: ShareKind
  readonly user_id: number
  readonly made_by: string
  readonly context_id: string
  readonly bucket: string
  /** Omitted from visible names; for upload requests, the target folder. */
  readonly prefix: string
  readonly keys: ReadonlyArray<string>
  readonly objects: ReadonlyArray<string>
  readonly version_id: string | null
  readonly title: string
  readonly note: string
  readonly password_hash: string | null
  readonly created_at: DateTime.Utc
  readonly expires_at: DateTime.Utc
  readonly revoked_at: DateTime.Utc | null
  readonly max_uses: number | null
  readonly max_file_bytes: number | null
  readonly max_total_bytes: number | null
  readonly uses: number
  readonly bytes: number
}

export interface Visit {
  readonly share: ShareRecord
  readonly context: ResolvedContext
  readonly unlocked: boolean
}

/** The share middleware provides it and refuses inactive shares. */
export class CurrentVisit extends Context.Service<CurrentVisit, Visit>()("stowage/domain/shares/CurrentVisit") {}

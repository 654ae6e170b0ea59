import { Context, type DateTime } from "effect"
import type { ResolvedContext } from "../../accounts/contexts/CurrentContext.ts"
import type { ShareKind } from "./Share.ts"

/** A link as it is kept. Sizes in bytes. */
export interface ShareRecord {
  readonly id: string
  readonly kind: ShareKind
  readonly user_id: number
  readonly made_by: string
  readonly context_id: string
  readonly bucket: string
  /** Left out of the names that visitors see; of an upload request, where files go. */
  readonly prefix: string
  /** Objects, and folders, which end in `/`. None of an upload request. */
  readonly keys: ReadonlyArray<string>
  /** Objects of an archive by their exact keys. */
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

/** A link that somebody opened, with the context that it acts in: its maker's. */
export interface Visit {
  readonly share: ShareRecord
  readonly context: ResolvedContext
  /** Whoever opened it gave its password, or it has none. */
  readonly unlocked: boolean
}

/** The visit of the running request; provided by the middleware of links, which refuses what is not open. */
export class CurrentVisit extends Context.Service<CurrentVisit, Visit>()("stowage/domain/shares/CurrentVisit") {}

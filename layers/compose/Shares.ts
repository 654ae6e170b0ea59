import { Layer } from "effect"
import { ManagedShares } from "#services/objects/shares/ManagedShares.ts"
import { ShareClosures } from "#services/objects/shares/ShareClosures.ts"
import { ShareDownloads } from "#services/objects/shares/ShareDownloads.ts"
import { ShareRetention } from "#services/objects/shares/ShareRetention.ts"
import { Shares as ShareService } from "#services/objects/shares/Shares.ts"
import { ShareUploads } from "#services/objects/shares/ShareUploads.ts"
import { ShareVisits } from "#services/objects/shares/ShareVisits.ts"
import * as ShareHitsSql from "../sql/objects/ShareHitsSql.ts"

export const Shares = Layer.mergeAll(
  ShareService.layer,
  ShareVisits.layer,
  ShareDownloads.layer,
  ShareUploads.layer,
  ManagedShares.layer,
  ShareClosures.layer
).pipe(Layer.provideMerge(ShareRetention.layer), Layer.provideMerge(ShareHitsSql.layer))

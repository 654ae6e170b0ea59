import { Layer } from "effect"
import * as ShareListingsSql from "../sql/objects/ShareListingsSql.ts"
import * as ShareRecordsSql from "../sql/objects/ShareRecordsSql.ts"

export const ShareRows = Layer.merge(ShareRecordsSql.layer, ShareListingsSql.layer)

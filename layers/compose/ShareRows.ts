import { Layer } from "effect"
import * as ShareListingsSql from "../sql/objects/ShareListingsSql.ts"
import * as ShareRecordsSql from "../sql/objects/ShareRecordsSql.ts"

/** Links of our own, as rows. Open: SqlClient. */
export const ShareRows = Layer.merge(ShareRecordsSql.layer, ShareListingsSql.layer)

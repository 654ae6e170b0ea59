import { Layer } from "effect"
import * as ShareListingsSql from "../sql/shares/ShareListingsSql.ts"
import * as ShareRecordsSql from "../sql/shares/ShareRecordsSql.ts"

/** Links of our own, as rows. Open: SqlClient. */
export const ShareRows = Layer.merge(ShareRecordsSql.layer, ShareListingsSql.layer)

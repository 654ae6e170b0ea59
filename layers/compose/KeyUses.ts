import { Layer } from "effect"
import { keyUsesKept } from "#services/credentials/KeyUses.ts"
import * as KeyUseRecordsSql from "../sql/credentials/KeyUseRecordsSql.ts"

/** When stored keys were last used, written down for whoever asks. Open: SqlClient. */
export const KeyUsesKept = keyUsesKept.pipe(Layer.provide(KeyUseRecordsSql.layer))

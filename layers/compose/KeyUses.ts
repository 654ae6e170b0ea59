import { Layer } from "effect"
import { keyUsesKept } from "#services/gateways/credentials/KeyUses.ts"
import * as KeyUseRecordsSql from "../sql/gateways/KeyUseRecordsSql.ts"

/** When stored keys were last used, written down for whoever asks. Open: SqlClient. */
export const KeyUsesKept = keyUsesKept.pipe(Layer.provide(KeyUseRecordsSql.layer))

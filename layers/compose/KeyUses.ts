import { Layer } from "effect"
import { storedKeyUses } from "#services/gateways/credentials/KeyUses.ts"
import * as KeyUseRecordsSql from "../sql/gateways/KeyUseRecordsSql.ts"

export const StoredKeyUses = storedKeyUses.pipe(Layer.provide(KeyUseRecordsSql.layer))

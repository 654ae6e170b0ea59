import { Layer } from "effect"
import { keyUsesKept } from "#services/gateways/credentials/KeyUses.ts"
import * as KeyUseRecordsSql from "../sql/gateways/KeyUseRecordsSql.ts"

export const KeyUsesKept = keyUsesKept.pipe(Layer.provide(KeyUseRecordsSql.layer))

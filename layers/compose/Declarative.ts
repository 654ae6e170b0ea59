import { Layer } from "effect"
import { Apply } from "#services/apply/Apply.ts"
import { ApplyStates } from "#services/apply/ApplyStates.ts"
import { GatewayStates } from "#services/apply/GatewayStates.ts"
import * as DeclaredPeopleSql from "../sql/apply/DeclaredPeopleSql.ts"
import * as DocumentTextYaml from "../yaml/DocumentTextYaml.ts"

/** An installation as one document. Open: SqlClient, `AuditAndCipher`, `Storage`, `Access`. */
export const Declarative = Apply.layer.pipe(
  Layer.provide(ApplyStates.layer),
  Layer.provide(GatewayStates.layer),
  Layer.provide(Layer.merge(DeclaredPeopleSql.layer, DocumentTextYaml.layer))
)

import { Layer } from "effect"
import { Apply } from "#services/fleet/apply/Apply.ts"
import { ApplyStates } from "#services/fleet/apply/ApplyStates.ts"
import { GatewayStates } from "#services/fleet/apply/GatewayStates.ts"
import * as DeclaredPeopleSql from "../sql/fleet/DeclaredPeopleSql.ts"
import * as DocumentTextYaml from "../yaml/DocumentTextYaml.ts"

export const Declarative = Apply.layer.pipe(
  Layer.provide(ApplyStates.layer),
  Layer.provide(GatewayStates.layer),
  Layer.provide(Layer.merge(DeclaredPeopleSql.layer, DocumentTextYaml.layer))
)

import { fixedSettingVariables } from "./variables/fixedSettingVariables.ts"
import { keyVariables } from "./variables/keyVariables.ts"
import { monitoringVariables } from "./variables/monitoringVariables.ts"
import { networkVariables } from "./variables/networkVariables.ts"
import { retentionVariables } from "./variables/retentionVariables.ts"
import { serviceVariables } from "./variables/serviceVariables.ts"
import { telemetryVariables } from "./variables/telemetryVariables.ts"
import type { Variable } from "./variables/variable.ts"

export type { Variable }

/** In the order of docs/configuration.md. */
export const variables = {
  ...serviceVariables,
  ...keyVariables,
  ...retentionVariables,
  ...networkVariables,
  ...fixedSettingVariables,
  ...monitoringVariables,
  ...telemetryVariables
}

export type Values = {
  readonly [K in keyof typeof variables]: (typeof variables)[K] extends Variable<infer A> ? A : never
}

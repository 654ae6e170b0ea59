import { Context } from "effect"

/** True for gateway calls within a change, including its reads: they get the timeout of changes. */
export const ChangeUnderWay = Context.Reference<boolean>("stowage/services/platform/audit/ChangeUnderWay", { defaultValue: () => false })

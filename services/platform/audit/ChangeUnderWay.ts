import { Context } from "effect"

/** Whether what is asked of a gateway is part of a change, also where it only looks: then it has a change's time and not a reader's. */
export const ChangeUnderWay = Context.Reference<boolean>("stowage/services/platform/audit/ChangeUnderWay", { defaultValue: () => false })

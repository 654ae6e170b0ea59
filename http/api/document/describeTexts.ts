import type { Spec } from "./spec.ts"
import { eachOperation } from "./spec.ts"
import { operationTexts } from "./texts/operationTexts.ts"

export const describeTexts = (spec: Spec): Spec => {
  eachOperation(spec, (operation) => {
    const [group = "", endpoint = ""] = String(operation["operationId"]).split(".")
    const text = operationTexts[group]?.[endpoint]
    if (text === undefined) return
    operation["summary"] = text.summary
    if (text.description !== undefined) operation["description"] = text.description
  })
  return spec
}

import type { FeatureEditor } from "../feature-editor"
import { blankRule, templates } from "./rule"
import { RuleList } from "./rule-list"
import { Simulation } from "./simulation"

export const lifecycle: FeatureEditor = {
  feature: "lifecycle",
  Form: RuleList,
  Beside: Simulation,
  blank: { rules: [{ ...blankRule }] },
  templates,
  removal: "Nothing is deleted or moved by itself any more. What was deleted already does not come back."
}

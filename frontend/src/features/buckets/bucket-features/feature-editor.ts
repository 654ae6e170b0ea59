import type { Component } from "@builder.io/qwik"
import type { FeatureName, Value } from "./feature"

/** Something to begin with. */
export interface Template {
  readonly name: string
  readonly text: string
  readonly value: Value
}

/** How a feature is edited. Another feature is one of these in a file of its own, and a line in `editors.ts`. */
export interface FeatureEditor {
  readonly feature: FeatureName
  /** Its fields: they read and write the draft through `useEditing()` and the controls, and are there only while there is a draft. Not needed for a text. */
  readonly Form?: Component
  /** What stands beside the fields, also while JSON is shown: what the draft would do. */
  readonly Beside?: Component
  /** What a draft begins with where the feature is not set. */
  readonly blank: Value
  readonly templates?: ReadonlyArray<Template>
  /** It can be taken away; what removing it means, for the question before. Left out: it cannot. */
  readonly removal?: string
  /** Of a feature that is one text: the field that the editor of experts shows in place of JSON. */
  readonly text?: string
}

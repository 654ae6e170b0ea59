import type { Component } from "@builder.io/qwik"
import type { FeatureName, Value } from "./feature"

export interface Template {
  readonly name: string
  readonly text: string
  readonly value: Value
}

/** A new feature needs one in its own file and a line in `editors.ts`. */
export interface FeatureEditor {
  readonly feature: FeatureName
  readonly Form?: Component
  readonly Beside?: Component
  readonly blank: Value
  readonly templates?: ReadonlyArray<Template>
  readonly removal?: string
  readonly text?: string
}

import { examples, groupParameterExamples, parameterExamples } from "./examples/examples.ts"
import { eachOperation, type Spec } from "./spec.ts"

export const describeExamples = (spec: Spec): Spec => {
  const schemas: Spec = spec["components"]?.schemas ?? {}
  for (const [name, example] of Object.entries(examples)) {
    if (schemas[name] !== undefined) schemas[name].examples = [example]
  }
  eachOperation(spec, (operation) => {
    const [group = ""] = String(operation["operationId"]).split(".")
    for (const parameter of operation["parameters"] ?? []) {
      const example = groupParameterExamples[group]?.[parameter.name] ?? parameterExamples[parameter.name]
      if (example !== undefined) parameter.example = example
    }
  })
  return spec
}

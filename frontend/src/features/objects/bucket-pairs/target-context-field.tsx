import { component$, type Signal } from "@builder.io/qwik"
import { SelectField } from "~/components/ui/field"
import { type ExecutionContext, useExecutionContexts } from "~/lib/execution-contexts"

export const contextTextById = (contexts: ReadonlyArray<ExecutionContext>, id: string): string => {
  const context = contexts.find((other) => other.id === id)
  return context === undefined ? id : `${context.name} (${context.endpoint_name})`
}

interface TargetContextFieldProps {
  readonly name: string
  readonly chosen: Signal<string>
}

export const TargetContextField = component$<TargetContextFieldProps>(({ chosen, name }) => {
  const contexts = useExecutionContexts()
  return (
    <div
      onChange$={(event) => {
        if (event.target instanceof HTMLSelectElement) chosen.value = event.target.value
      }}
    >
      <SelectField
        name={name}
        label="Target context"
        value={chosen.value}
        options={contexts.list.map(({ id }) => ({ value: id, label: contextTextById(contexts.list, id) }))}
      />
    </div>
  )
})

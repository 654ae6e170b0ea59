import { component$, Slot, useContext, useSignal, useTask$ } from "@builder.io/qwik"
import { FormContext } from "./form"
import { Icon } from "./icon"

interface MoreFieldsProps {
  readonly label: string
  readonly names: ReadonlyArray<string>
}

export const MoreFields = component$<MoreFieldsProps>(({ label, names }) => {
  const form = useContext(FormContext)
  const open = useSignal(false)
  useTask$(({ track }) => {
    if (track(() => names.some((name) => form.fields[name]))) open.value = true
  })
  return (
    <details
      class="group rounded-card border border-line"
      open={open.value}
      onToggle$={(_, details) => {
        open.value = details.open
      }}
    >
      <summary class="flex items-center gap-2 rounded-card px-3 py-2 font-medium">
        <Icon name="chevron-right" class="transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div class="grid gap-4 border-t border-line p-3">
        <Slot />
      </div>
    </details>
  )
})

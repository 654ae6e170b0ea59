import { component$ } from "@builder.io/qwik"
import { useGoTo } from "~/lib/use-go-to"

interface AddressSelectProps {
  readonly label: string
  readonly parameter: string
  readonly value: string | null
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }> | null
  readonly placeholder: string
}

export const AddressSelect = component$<AddressSelectProps>(({ label, options, parameter, placeholder, value }) => {
  const go = useGoTo()
  return (
    <label class="flex min-w-0 items-center gap-2">
      <span class="text-ink-2 max-sm:sr-only">{label}</span>
      <select
        class="input w-auto max-w-60 min-w-0"
        disabled={options === null}
        onChange$={(_, select) => {
          const search = new URLSearchParams(window.location.search)
          search.delete("open")
          search.delete("context_id")
          search.set(parameter, select.value)
          return go(`${window.location.pathname}?${search}`)
        }}
      >
        {value === null && <option value="">{options === null ? "Loading…" : placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
})

import { component$, useContext } from "@builder.io/qwik"
import { FormContext } from "~/components/ui/form"
import { SIGNING_ALGORITHMS } from "./oidc-input"

export const AlgorithmFields = component$<{ readonly allowed: ReadonlyArray<string> }>(({ allowed }) => {
  const form = useContext(FormContext)
  const error = form.fields["allowed_algorithms"]
  return (
    <fieldset>
      <legend class="mb-1 font-medium">Signatures that are taken</legend>
      <div class="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-1">
        {SIGNING_ALGORITHMS.map((name) => (
          <label key={name} class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              name={`algorithm_${name}`}
              value="true"
              class="check"
              checked={allowed.includes(name)}
            />
            <span class="font-mono text-xs">{name}</span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" class="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
})

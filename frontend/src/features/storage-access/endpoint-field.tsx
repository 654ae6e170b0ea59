import { component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { listEndpoints } from "~/client/endpoints"
import { asProblem } from "~/client/problem-error"
import { SelectField } from "~/components/ui/field"

interface Choice {
  readonly value: string
  readonly label: string
}

/** Chooses a registered endpoint; `needs` leaves out those whose feature is switched off. `loaded`: there is something to choose from, or word that there is not. */
export const EndpointField = component$<{ readonly needs: "account" | "admin"; readonly loaded: Signal<boolean> }>(({ loaded, needs }) => {
  const choices = useSignal<ReadonlyArray<Choice> | null>(null)
  const problem = useSignal("")
  useVisibleTask$(async () => {
    try {
      const endpoints = [...await listEndpoints()].sort((a, b) => Number(b.is_default) - Number(a.is_default))
      choices.value = endpoints.filter((endpoint) => endpoint.capabilities[needs]).map((endpoint) => ({ value: String(endpoint.id), label: endpoint.name }))
    } catch (cause) {
      problem.value = asProblem(cause).message
    } finally {
      loaded.value = true
    }
  }, { strategy: "document-ready" })
  if (problem.value) return <p role="alert" class="alert alert-danger">Endpoints could not be loaded: {problem.value}</p>
  if (choices.value === null) return <div><span class="skeleton mb-1 block h-5 w-24" /><span class="skeleton block h-8" /></div>
  if (choices.value.length === 0) {
    return (
      <p class="alert alert-warn">
        <span>No endpoint offers this. <a class="link" href="/admin/storage-endpoints">Add one, or detect the features of one</a>.</span>
      </p>
    )
  }
  return <SelectField name="storage_endpoint_id" label="Storage endpoint" options={choices.value} />
})

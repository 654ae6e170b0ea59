import { component$, useContext } from "@builder.io/qwik"
import type { SignedIn } from "~/client/session"
import { FormContext } from "~/components/ui/form"
import type { Scope } from "./api-token"
import { scopeDomains } from "./scope-domains"

export interface SelectedScopes {
  list: ReadonlyArray<Scope>
}

const switched = (list: ReadonlyArray<Scope>, scope: Scope, on: boolean): ReadonlyArray<Scope> => [
  ...list.filter((other) => other !== scope),
  ...(on ? [scope] : [])
]

const KINDS = ["read", "write"] as const

export const ScopePicker = component$<{ readonly workspaces: SignedIn["workspaces"]; readonly chosen: SelectedScopes }>(
  ({ chosen, workspaces }) => {
    const form = useContext(FormContext)
    const error = form.fields["scopes"]
    const note = `${form.id}-scopes-note`
    return (
      <fieldset aria-describedby={note}>
        <legend class="mb-1 font-medium">Scopes</legend>
        <ul class="card divide-y divide-line">
          {scopeDomains(workspaces).map((domain) => (
            <li key={domain.read} class="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
              <span class="min-w-32 flex-1">
                <span class="block font-medium">{domain.label}</span>
                <span class="block text-xs text-ink-3">{domain.hint}</span>
              </span>
              {KINDS.map((kind) => {
                const scope = domain[kind]
                return (
                  <label key={kind} class="flex min-h-6 items-center gap-2">
                    <input
                      type="checkbox"
                      name="scopes"
                      value={scope}
                      class="check"
                      aria-label={`${domain.label}: ${kind === "read" ? "Read" : "Write"}`}
                      checked={chosen.list.includes(scope)}
                      onChange$={(_, box) => {
                        chosen.list = switched(chosen.list, scope, box.checked)
                      }}
                    />
                    <span>{kind === "read" ? "Read" : "Write"}</span>
                  </label>
                )
              })}
            </li>
          ))}
        </ul>
        <p id={note} class={["mt-1 text-xs", error ? "text-danger" : "text-ink-3"]}>
          {error ?? "Give only what is needed. Write does not include read, and a token never does more than you may."}
        </p>
      </fieldset>
    )
  }
)

import { $, component$, useSignal } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { type Capability, evidenceText } from "~/lib/context-capabilities"
import { Icon } from "./icon"

interface LockedProps {
  readonly id: string
  readonly label: string
  readonly of: Capability["name"]
  readonly class?: string
  readonly tab?: boolean
}

export const LockedControl = component$<LockedProps>((props) => {
  const scope = useScope()
  const capability = useSignal<Capability>()
  const problem = useSignal("")
  const read$ = $(async () => {
    try {
      const { items } = await callIn(scope, "GET /api/manager/context-capabilities")
      capability.value = items.find(({ name }) => name === props.of)
      problem.value = capability.value === undefined ? "Why is not known." : ""
    } catch (cause) {
      problem.value = asProblem(cause).message
    }
  })
  return (
    <>
      <button
        type="button"
        class={[props.tab ? "tab inline-flex items-center gap-1 text-ink-3" : "btn btn-secondary", props.class]}
        aria-disabled="true"
        popovertarget={props.id}
        data-testid={props.id}
      >
        <Icon name="lock" /> {props.label}
      </button>
      <div
        id={props.id}
        popover="auto"
        class="menu menu-end p-3"
        role="note"
        aria-label={`Why ${props.label} is locked`}
        onToggle$={(event) => (event.newState === "open" ? read$() : undefined)}
      >
        {capability.value === undefined ? (
          <p role="status" class="text-ink-2">
            {problem.value || "Looking for the reason…"}
          </p>
        ) : (
          <>
            <p>{capability.value.reason ?? "It may be used by now: load the page again"}.</p>
            <p class="mt-1 text-xs break-words text-ink-3">{evidenceText(capability.value)}</p>
          </>
        )}
      </div>
    </>
  )
})

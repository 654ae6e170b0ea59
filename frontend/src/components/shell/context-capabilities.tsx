import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { CAPABILITY_LABELS, type Capability, evidenceText } from "~/lib/context-capabilities"

export const ContextCapabilities = component$<{ readonly contextId: string; readonly name: string }>(
  ({ contextId, name }) => {
    const items = useSignal<ReadonlyArray<Capability>>()
    const problem = useSignal("")
    const read$ = $(async () => {
      try {
        items.value = (await callIn({ contextId }, "GET /api/manager/context-capabilities")).items
        problem.value = ""
      } catch (cause) {
        problem.value = asProblem(cause).message
      }
    })
    return (
      <details
        class="border-t border-line"
        data-testid="context-may"
        onToggle$={(_, details) => (details.open ? read$() : undefined)}
      >
        <summary class="cursor-pointer px-3 py-2 text-xs text-ink-2 hover:bg-hover">
          What <span class="font-medium text-ink">{name}</span> may do here
        </summary>
        {items.value === undefined ? (
          <p class="px-3 pb-2 text-xs text-ink-3" role="status">
            {problem.value || "Reading…"}
          </p>
        ) : (
          <ul
            class="grid max-h-64 gap-2 overflow-y-auto px-3 pb-3"
            tabIndex={0}
            aria-label={`What ${name} may do here`}
          >
            {items.value.map((one) => (
              <li key={one.name} class="flex gap-2">
                <Icon
                  name={one.available ? "circle-check" : "circle-x"}
                  class={`mt-0.5 ${one.available ? "text-ok" : "text-ink-3"}`}
                  label={one.available ? "Available" : "Not available"}
                />
                <span class="min-w-0">
                  <span class="block font-medium">{CAPABILITY_LABELS[one.name]}</span>
                  {one.reason !== null && <span class="block text-xs break-words text-ink-2">{one.reason}.</span>}
                  {one.evidence !== null && (
                    <span class="block text-xs break-words text-ink-3">{evidenceText(one)}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </details>
    )
  }
)

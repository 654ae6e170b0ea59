import { component$ } from "@builder.io/qwik"
import { Badge, type Tone } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import type { IconName } from "~/lib/icon-names"
import { type AccessRequest, type Decision, RULE_LAYERS, requestText, principalText } from "./policy"

const SAYS: Readonly<
  Record<Decision["layers"][number]["verdict"], { readonly text: string; readonly icon: IconName }>
> = {
  allow: { text: "Allows", icon: "circle-check" },
  deny: { text: "Denies", icon: "circle-x" },
  silent: { text: "Says nothing", icon: "ellipsis" },
  not_asked: { text: "Is not asked", icon: "ellipsis" },
  unknown: { text: "Unknown", icon: "triangle-alert" }
}

const OUTCOMES: Readonly<
  Record<Decision["outcome"], { readonly text: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  allowed: { text: "Allowed", tone: "ok", icon: "circle-check" },
  denied: { text: "Denied", tone: "danger", icon: "ban" },
  unknown: { text: "Unknown", tone: "warn", icon: "triangle-alert" }
}

export const DecisionView = component$<{ readonly decision: Decision; readonly request: AccessRequest }>(
  ({ decision: { decided_by, layers, outcome, why }, request }) => (
    <div class="grid min-w-0 gap-2" data-testid="decision">
      <p class="flex min-w-0 flex-wrap items-center gap-2">
        <Badge {...OUTCOMES[outcome]} />
        <span class="min-w-0 break-words">
          {principalText(request.principal)}: <span class="font-mono text-xs">{requestText(request)}</span>
        </span>
      </p>
      <p class="min-w-0 break-words" data-testid="why">
        {why}.
      </p>
      <div class="min-w-0">
        <table class="report">
          <caption class="sr-only">What each layer says</caption>
          <thead>
            <tr>
              <th scope="col">Layer</th>
              <th scope="col">Says</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {layers.map(({ layer, verdict, why }) => (
              <tr key={layer}>
                <th scope="row">
                  {RULE_LAYERS[layer]}
                  {decided_by === layer && <span class="block text-ink-2">decides</span>}
                </th>
                <td data-label="Says">
                  <span class="inline-flex items-center gap-1 whitespace-nowrap">
                    <Icon name={SAYS[verdict].icon} />
                    {SAYS[verdict].text}
                  </span>
                </td>
                <td data-label="Why" class="text-ink-2">
                  {why}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
)

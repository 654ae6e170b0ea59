import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { TestReport } from "./provider-row"

const ICON = { ok: "circle-check", failed: "circle-x", skipped: "info" } as const
const TONE = { ok: "text-ok", failed: "text-danger", skipped: "text-ink-3" } as const
const SAID = { ok: "OK", failed: "Failed", skipped: "Skipped" } as const

const sentence = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

export const CheckList = (props: { readonly report: TestReport }) => (
  <div data-testid="test-report">
    <p class={["mb-2 flex items-center gap-2 font-medium", props.report.ok ? "text-ok" : "text-danger"]}>
      <Icon name={props.report.ok ? "circle-check" : "triangle-alert"} />
      {props.report.ok ? "The connection works" : "The connection does not work yet"}
    </p>
    <ul class="grid gap-2">
      {props.report.checks.map((check) => (
        <li key={check.name} class="flex gap-2">
          <Icon name={ICON[check.outcome]} class={`mt-0.5 ${TONE[check.outcome]}`} label={SAID[check.outcome]} />
          <span class="min-w-0">
            <span class="block font-medium">{sentence(check.name)}</span>
            <span class="block text-xs break-words text-ink-2">{check.detail}</span>
          </span>
        </li>
      ))}
    </ul>
  </div>
)

export const Findings = component$<{ readonly found: TestReport }>(({ found }) => (
  <div class="card bg-sunken p-3">
    <CheckList report={found} />
  </div>
))

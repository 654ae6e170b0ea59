import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { bytes, counted } from "~/lib/format"
import { type Finding, type Migration, FINDING_SEVERITIES } from "./migration"

const evidenceText = (value: Finding["evidence"][string]): string =>
  typeof value === "string" ? value : JSON.stringify(value)

export const PrecheckFindings = component$<{ readonly precheck: NonNullable<Migration["precheck"]> }>(
  ({ precheck }) => (
    <section class="grid gap-3" aria-label="Precheck" data-testid="precheck">
      <h2 class="text-base font-semibold">Precheck</h2>
      <p class="text-xs text-ink-3">
        Checked <Ago at={precheck.checked_at} />
        {precheck.objects !== null && `, ${counted(precheck.objects, "object")}`}
        {precheck.bytes !== null && `, ${bytes(precheck.bytes)}`}
      </p>
      {precheck.findings.length === 0 && <p>No findings.</p>}
      {FINDING_SEVERITIES.map(({ severity, text, tone }) => {
        const findings = precheck.findings.filter((finding) => finding.severity === severity)
        return findings.length === 0 ? null : (
          <ul key={severity} class="grid gap-2" aria-label={text}>
            {findings.map((finding, index) => (
              <li key={index} class="rounded-card border border-line px-4 py-2">
                <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Badge text={text} tone={tone} />
                  <span class="text-xs wrap-anywhere text-ink-3">{finding.scope}</span>
                </div>
                <p class="mt-1 wrap-anywhere">{finding.message}</p>
                {Object.keys(finding.evidence).length > 0 && (
                  <details class="text-xs">
                    <summary class="min-h-6 cursor-pointer text-ink-2">Evidence</summary>
                    <dl class="facts mt-1">
                      {Object.entries(finding.evidence).map(([name, value]) => (
                        <div key={name} class="contents">
                          <dt>{name.replaceAll("_", " ")}</dt>
                          <dd class="font-mono wrap-anywhere">{evidenceText(value)}</dd>
                        </div>
                      ))}
                    </dl>
                  </details>
                )}
              </li>
            ))}
          </ul>
        )
      })}
    </section>
  )
)

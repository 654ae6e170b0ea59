import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import type { PolicyCheck } from "./policy"

export const PolicyInWords = component$<{ readonly words: NonNullable<PolicyCheck["words"]> }>(
  ({ words: { statements, together } }) => (
    <div class="grid min-w-0 gap-3" data-testid="policy-words">
      <ul class="grid gap-1" aria-label="What it comes to">
        {together.map((line) => (
          <li key={line} class="min-w-0 break-words">
            {line}
          </li>
        ))}
      </ul>
      {statements.length > 0 && (
        <details class="group">
          <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-xs text-ink-2">
            <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> Statement by
            statement
          </summary>
          <ol class="mt-2 grid gap-2">
            {statements.map(({ effect, index, place, sid, words }) => (
              <li key={index} class="min-w-0 break-words">
                <Badge
                  text={effect}
                  tone={effect === "Deny" ? "danger" : "ok"}
                  icon={effect === "Deny" ? "ban" : "check"}
                />{" "}
                {words}{" "}
                <span class="text-xs text-ink-3">
                  {sid === null || sid === "" ? `Statement ${index + 1}` : sid}, line {place.line}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
)

export const PolicyRemarks = component$<{ readonly check: Pick<PolicyCheck, "faults" | "warnings"> }>(
  ({ check: { faults, warnings } }) => (
    <>
      {faults.length > 0 && (
        <ul class="alert alert-danger grid gap-1" aria-label="What the gateway refuses">
          {faults.map(({ column, line, message, path }) => (
            <li key={`${path} ${line} ${column} ${message}`} class="min-w-0 break-words">
              Line {line}, column {column}: {message}
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul class="grid gap-1.5" aria-label="What means something else">
          {warnings.map(({ code, message }) => (
            <li key={`${code} ${message}`} class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span class="min-w-0 break-words">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
)

import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { counted } from "~/lib/format"
import type { UsageFinding } from "./usage"
import { usageHref, cleaningActionOf } from "./cleaning-actions"

export const FindingsList = component$<{ readonly findings: ReadonlyArray<UsageFinding>; readonly looked: boolean }>(
  ({ findings, looked }) => {
    const contexts = useExecutionContexts()
    const context = contexts.current
    if (context === null) return null
    if (findings.length === 0)
      return (
        <p class="alert alert-ok">
          <Icon name="circle-check" />
          <span>
            {looked
              ? "Nothing was found wrong."
              : "The gateway’s statistics show nothing wrong. Nobody looked into the buckets yet."}
          </span>
        </p>
      )
    return (
      <ul class="divide-y divide-line rounded-card border border-line" aria-label="What was found">
        {findings.map((finding) => {
          const [only] = finding.buckets
          const fixLink =
            finding.bucket_count === 1 && only !== undefined
              ? cleaningActionOf(finding.code, {
                  bucket: only,
                  contextId: context.id,
                  objects: context.capabilities.can_browse_objects
                })
              : {
                  href: usageHref("buckets", context.id, { finding: finding.code }),
                  label: counted(finding.bucket_count, "bucket")
                }
          return (
            <li key={finding.code} class="flex gap-x-3 px-4 py-2.5" data-testid="finding">
              <Icon
                name={finding.severity === "warning" ? "triangle-alert" : "info"}
                class={`mt-0.5 flex-none ${finding.severity === "warning" ? "text-warn" : "text-ink-2"}`}
                label={finding.severity === "warning" ? "Warning" : "Good to know"}
              />
              <div class="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1">
                <span class="min-w-0 flex-1 basis-64 wrap-anywhere">{finding.text}</span>
                <NavLink href={fixLink.href} class="link" label={`${fixLink.label}: ${finding.text}`}>
                  {fixLink.label}
                </NavLink>
              </div>
            </li>
          )
        })}
      </ul>
    )
  }
)

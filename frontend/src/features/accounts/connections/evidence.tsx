import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import type { Evidence } from "./connection"

const OWNERS = { iam_user: "an IAM user", account_user: "the root user of an account", s3_user: "an RGW user" } as const

export const EvidenceCard = component$<{ readonly found: Evidence }>(({ found }) => (
  <section class="card bg-sunken p-3" aria-label="What the gateway answered" data-testid="connection-evidence">
    <div class={`alert mb-3 ${found.finding === "ready" ? "alert-ok" : "alert-danger"}`} data-finding={found.finding}>
      <Icon name={found.finding === "ready" ? "circle-check" : "circle-alert"} />
      <span class="min-w-0">
        <span class="block font-medium break-words">{found.summary}</span>
        {found.next && <span class="block text-xs break-words">{found.next}</span>}
      </span>
    </div>
    <dl class="facts">
      <dt>Buckets</dt>
      <dd class="num">{found.bucket_count === null ? "Not listed" : int(found.bucket_count)}</dd>
      <dt>Whose keys</dt>
      <dd class="wrap-anywhere">
        {found.identity === null ? (
          "The gateway does not say"
        ) : (
          <>
            {found.identity.arn ?? found.identity.user_name}
            {found.suggested_owner_type && <span class="text-ink-3"> ({OWNERS[found.suggested_owner_type]})</span>}
          </>
        )}
      </dd>
      <dt>IAM</dt>
      <dd>
        {found.can_manage_iam === null
          ? "Could not be told"
          : found.can_manage_iam
            ? "The keys may look at IAM users"
            : "Not with these keys"}
      </dd>
    </dl>
    <ul class="mt-3 grid gap-2">
      {found.calls.map((call) => (
        <li key={call.call} class="flex gap-2">
          <Icon
            name={call.worked === null ? "info" : call.worked ? "circle-check" : "circle-x"}
            class={`mt-0.5 ${call.worked ? "text-ok" : "text-ink-3"}`}
            label={call.worked === null ? "Not known" : call.worked ? "Worked" : "Did not work"}
          />
          <span class="min-w-0 flex-1 text-xs break-words text-ink-2">{call.evidence}</span>
          <span class="num text-xs text-ink-3">{int(call.took_ms)} ms</span>
        </li>
      ))}
    </ul>
    <p class="mt-3 text-xs text-ink-3">
      Tried <Ago at={found.checked_at} />, in {int(found.took_ms)} ms.
    </p>
  </section>
))

import { component$, type QRL } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import { $ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { evidenceText } from "~/lib/context-capabilities"
import type { ExecutionContext } from "~/lib/execution-contexts"
import { useSession } from "~/lib/session-context"
import { useLoaded } from "~/lib/use-loaded"

/** These keys have no IAM, so a retry is useless. */
export const meansNoIam = ({ code, storage }: ProblemError): boolean =>
  code === "workspace_unavailable" || storage?.code === "MethodNotAllowed" || storage?.code === "NotImplemented"

interface NextStep {
  readonly text: string
  readonly href?: string
  readonly label?: string
}

const nextStepOf = ({ capabilities, endpoint_id, id, kind }: ExecutionContext, administers: boolean): NextStep => {
  if (kind === "s3_user")
    return {
      text:
        "Only RGW accounts have IAM: choose the context of an account at the top of the page. An administrator " +
        "of the gateway can move an RGW user into an account."
    }
  if (kind === "connection" && !capabilities.can_manage_iam) {
    return {
      text:
        "If the keys of this connection may manage IAM, its owner says so on the page of the connection, below " +
        "“Whose keys, and what they may”. Trying the keys there tells.",
      ...(administers ? { href: `/admin/s3-connections/${id.replace("conn-", "")}`, label: "Open the connection" } : {})
    }
  }
  if (capabilities.can_manage_iam)
    return {
      text:
        "The gateway answers IAM for the keys of an RGW account alone, and from Ceph Squid on. Choose another " +
        "context, or ask whoever runs the gateway."
    }
  const detail =
    "An administrator switches IAM on for the storage endpoint, where its gateway has it: Ceph RGW from Squid " +
    "on, with accounts."
  return administers && endpoint_id !== null
    ? { text: detail, href: `/admin/storage-endpoints/${endpoint_id}`, label: "Open the storage endpoint" }
    : { text: detail }
}

interface NoIamProps {
  readonly title: string
  readonly problem?: ProblemError | undefined
  readonly onRetry$: QRL<() => void>
}

export const NoIam = component$<NoIamProps>(({ onRetry$, problem, title }) => {
  const scope = useScope()
  const { contexts } = scope
  const session = useSession()
  const loaded = useLoaded(
    $((signal: AbortSignal) => callIn(scope, "GET /api/manager/context-capabilities", { signal }))
  )
  const context = contexts.current
  const capability = loaded.value?.items.find(({ name }) => name === "iam")
  if (context === null) return null
  const nextStep = nextStepOf(context, session.value?.workspaces.includes("admin") === true)
  return (
    <ListingPage>
      <PageHeader title={title} />
      <div class="grid min-h-0 flex-1 place-items-center overflow-y-auto border-t border-line p-6" data-testid="no-iam">
        <div class="grid max-w-md justify-items-center gap-2 text-center" role="status">
          <span class="mb-2 grid size-11 place-items-center rounded-full bg-sunken text-ink-2">
            <Icon name="ban" class="size-5" />
          </span>
          <p class="text-base font-medium">IAM cannot be managed as {context.name}</p>
          <p class="text-ink-2">
            {problem?.storage
              ? `The gateway answered ${problem.storage.code}.`
              : capability?.reason
                ? `${capability.reason}.`
                : (problem?.message ?? "")}
          </p>
          {capability?.evidence && (
            <p class="text-xs text-ink-3" data-testid="evidence">
              {evidenceText(capability)}
            </p>
          )}
          {loaded.problem && (
            <p class="text-xs text-ink-3">What that is known from could not be read. {loaded.problem.message}</p>
          )}
          <p class="text-ink-2" data-testid="remediation">
            {nextStep.text}
          </p>
          <div class="mt-3 flex flex-wrap justify-center gap-2">
            {nextStep.href && (
              <NavLink href={nextStep.href} class="btn btn-primary">
                {nextStep.label}
              </NavLink>
            )}
            <button type="button" class="btn btn-secondary" onClick$={onRetry$}>
              <Icon name="refresh-cw" /> Try again
            </button>
          </div>
        </div>
      </div>
    </ListingPage>
  )
})

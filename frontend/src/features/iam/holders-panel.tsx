import { $, component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { int } from "~/lib/format"
import { type HolderKind, IAM_KIND_WORDS } from "./entity"
import { openHref } from "./iam-href"

interface PolicyHolder {
  readonly kind: HolderKind
  readonly name: string
}

interface Search {
  state: "" | "looking" | "done" | "stopped" | "failed"
  found: ReadonlyArray<PolicyHolder>
  looked: number
  unread: number
  problem: string
}

const HOLDERS = ["users", "groups", "roles"] as const

/** RGW lacks ListEntitiesForPolicy (I1), so all entities are searched. */
export const HoldersPanel = component$<{ readonly arn: string; readonly contextId: string }>(({ arn, contextId }) => {
  const search = useStore<Search>({ state: "", found: [], looked: 0, unread: 0, problem: "" }, { deep: false })
  const abortController = useSignal<NoSerialize<AbortController>>()
  useVisibleTask$(({ cleanup }) => cleanup(() => abortController.value?.abort()), { strategy: "document-ready" })
  const look$ = $(async () => {
    const controller = new AbortController()
    abortController.value = noSerialize(controller)
    Object.assign(search, { state: "looking", found: [], looked: 0, unread: 0, problem: "" })
    try {
      await Promise.all(
        HOLDERS.map(async (kind) => {
          for await (const frame of streamIn({ contextId }, "GET /api/manager/iam/stream/:entity", {
            params: { entity: kind },
            query: { details: "true" },
            signal: controller.signal
          })) {
            if (frame.event !== "details") continue
            search.looked += frame.data.items.length
            search.unread += frame.data.items.filter(({ fault }) => fault !== null).length
            const has = frame.data.items
              .filter(({ attached }) => attached.some((one) => one.arn === arn))
              .map(({ name }): PolicyHolder => ({ kind, name }))
            if (has.length > 0) search.found = [...search.found, ...has]
          }
        })
      )
      search.state = "done"
    } catch (cause) {
      controller.abort()
      if (search.state !== "looking" || isAbort(cause)) return
      search.problem = asProblem(cause).message
      search.state = "failed"
    }
  })
  const { found, looked, problem, state, unread } = search
  return (
    <section class="mt-5" aria-label="Who has it">
      <h3 class="font-medium">Who has it</h3>
      <p class="mb-2 text-xs text-ink-3">
        The gateway does not say it: every IAM user, group and role of the account is looked through.
      </p>
      {state === "looking" ? (
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            search.state = "stopped"
            abortController.value?.abort()
          }}
        >
          <Icon name="x" /> Stop
        </button>
      ) : (
        <button type="button" class="btn btn-secondary" onClick$={look$}>
          <Icon name="search" /> {state === "" ? "Look who has it" : "Look again"}
        </button>
      )}
      <div aria-live="polite" class="mt-2" data-testid="holders">
        {state === "looking" && (
          <p class="text-ink-2">
            <Icon name="loader-circle" class="spin" /> {int(looked)} looked at…
          </p>
        )}
        {state === "failed" && (
          <p class="alert alert-danger">
            <Icon name="circle-alert" />
            <span>Not all could be looked at. {problem}</span>
          </p>
        )}
        {state === "stopped" && (
          <p class="text-ink-2">
            Stopped: {int(found.length)} of {int(looked)} so far.
          </p>
        )}
        {state === "done" && (
          <p class="text-ink-2">
            {found.length === 0 ? `Nobody of ${int(looked)}.` : `${int(found.length)} of ${int(looked)}:`}
          </p>
        )}
        {unread > 0 && (
          <p class="alert alert-warn">
            <Icon name="triangle-alert" />
            <span>{int(unread)} could not be read.</span>
          </p>
        )}
        <ul>
          {found.map(({ kind, name }) => (
            <li key={`${kind} ${name}`} class="flex items-center gap-2 border-t border-line py-2 first:border-0">
              <Icon name={IAM_KIND_WORDS[kind].icon} class="text-ink-3" label={IAM_KIND_WORDS[kind].one} />
              <NavLink class="link min-w-0 break-all" href={openHref(kind, name, contextId, "policies")}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
})

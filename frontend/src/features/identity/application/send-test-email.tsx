import { component$, noSerialize, type NoSerialize, useStore } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { useMe } from "~/lib/use-me"

type Report = Answer<"POST /api/admin/settings/quota-notifications/test-email">

export const SendTestEmail = component$<{ readonly ready: boolean }>(({ ready }) => {
  const me = useMe()
  const state = useStore<{ busy: boolean; report: NoSerialize<Report> | undefined; problem: string }>(
    { busy: false, report: undefined, problem: "" },
    { deep: false }
  )
  return (
    <div class="grid gap-3">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
        <button
          type="button"
          class="btn btn-secondary"
          disabled={state.busy || !ready}
          onClick$={async () => {
            Object.assign(state, { busy: true, report: undefined, problem: "" })
            try {
              state.report = noSerialize(await call("POST /api/admin/settings/quota-notifications/test-email"))
            } catch (cause) {
              state.problem = asProblem(cause).message
            } finally {
              state.busy = false
            }
          }}
        >
          <Icon name={state.busy ? "loader-circle" : "zap"} class={state.busy ? "spin" : undefined} />{" "}
          {state.busy ? "Waiting for the mail server…" : "Send test e-mail"}
        </button>
        <p class="min-w-0 flex-1 basis-52 text-xs break-words text-ink-2">
          {ready
            ? `To ${me.value?.email ?? "you"}, by the settings as they are saved.`
            : "Save a mail server and a sender address first."}
        </p>
      </div>
      <div aria-live="polite" class="empty:hidden">
        {state.problem && (
          <p class="alert alert-danger">
            <Icon name="circle-alert" />
            <span class="min-w-0 break-words">{state.problem}</span>
          </p>
        )}
        {state.report && (
          <p class={["alert", state.report.delivered ? "alert-ok" : "alert-danger"]} data-testid="test-email">
            <Icon name={state.report.delivered ? "circle-check" : "circle-alert"} />
            <span class="min-w-0 break-words">
              <span class="block font-medium">{state.report.summary}.</span>
              {state.report.next && <span class="block text-xs">{state.report.next}</span>}
            </span>
          </p>
        )}
      </div>
    </div>
  )
})

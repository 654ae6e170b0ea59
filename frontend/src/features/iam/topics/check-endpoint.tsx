import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import type { TopicRow } from "./topic"

type Check = Answer<"POST /api/manager/topics/:topic_arn/endpoint-check">

const tone = ({ verdict }: Check): string =>
  verdict === "took_it" || verdict === "listens" ? "alert-ok" : "alert-warn"

export const CheckEndpoint = component$<{ readonly row: TopicRow }>(({ row }) => {
  const checkResult = useSignal<Check | null>(null)
  const problem = useSignal("")
  const busy = useSignal(false)
  return (
    <div class="mt-3 grid min-w-0 gap-2">
      <button
        type="button"
        class="btn btn-secondary btn-sm justify-self-start"
        aria-disabled={busy.value}
        onClick$={$(async () => {
          if (busy.value) return
          problem.value = ""
          busy.value = true
          try {
            checkResult.value = await callIn(row, "POST /api/manager/topics/:topic_arn/endpoint-check", {
              params: { topic_arn: row.arn }
            })
          } catch (cause) {
            checkResult.value = null
            problem.value = asProblem(cause).message
          } finally {
            busy.value = false
          }
        })}
      >
        <Icon name="refresh-cw" />{" "}
        {busy.value ? "Checking …" : checkResult.value === null ? "Check the endpoint" : "Check once more"}
      </button>
      <div role="status">
        {checkResult.value !== null && (
          <p class={["alert wrap-anywhere", tone(checkResult.value)]} data-testid="endpoint-check">
            <Icon name={tone(checkResult.value) === "alert-ok" ? "circle-check" : "triangle-alert"} />
            <span class="min-w-0">{checkResult.value.detail}.</span>
          </p>
        )}
        {problem.value !== "" && (
          <p class="alert alert-danger">
            <Icon name="circle-alert" />
            <span>{problem.value}</span>
          </p>
        )}
      </div>
    </div>
  )
})

import { $, component$, type Signal, useStore } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ChoiceField } from "~/components/ui/choice-field"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { listedPage } from "~/lib/listed-page"
import { followTopicTest, newTestRun, type TestRun, type TestStep } from "./test-run"

const STEPS: Readonly<Record<TestStep["step"], string>> = {
  topic: "A topic that pushes here",
  notification: "A notification of the bucket",
  object: "An object is written",
  arrival: "Its event arrives here",
  cleanup: "All of it is removed"
}

const Step = component$<{ readonly step: TestStep }>(({ step }) => (
  <li class="flex min-w-0 gap-2">
    <Icon
      name={step.state === "done" ? "circle-check" : step.state === "failed" ? "circle-x" : "refresh-cw"}
      class={`mt-0.5 ${step.state === "done" ? "text-ok" : step.state === "failed" ? "text-danger" : "text-ink-3"}`}
      label={step.state === "done" ? "Done" : step.state === "failed" ? "Failed" : "Under way"}
    />
    <span class="min-w-0">
      <span class="block font-medium">{STEPS[step.step]}</span>
      {step.state !== "running" && <span class="block text-xs wrap-anywhere text-ink-3">{step.detail}</span>}
    </span>
  </li>
))

const Testing = component$<{ readonly open: Signal<object | null> }>(({ open }) => {
  const contexts = useExecutionContexts()
  const contextId = contexts.current?.id ?? ""
  const form = useForm("topic-test")
  const run = useStore<TestRun>(newTestRun(), { deep: false })
  return (
    <Form state={form} onSubmit$={$((values: FormValues) => followTopicTest(run, contextId, values["bucket"] ?? ""))}>
      <div class="grid gap-4 px-5 py-4">
        <p class="text-ink-2">
          Tries whether the gateway reaches this console: a topic, a notification and an object of its own are made in
          the bucket and removed again. Nothing else in it is touched.
        </p>
        <ChoiceField
          name="bucket"
          label="Bucket"
          load$={$(async () =>
            listedPage(await callIn({ contextId }, "GET /api/manager/buckets")).items.map(({ name }) => ({
              value: name,
              label: name
            }))
          )}
        >
          <p class="text-ink-2">There is no bucket yet.</p>
        </ChoiceField>
        {run.steps.length > 0 && (
          <ol class="grid gap-2" aria-label="Steps of the test" data-testid="test-steps">
            {run.steps.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
        )}
        <div role="status">
          {run.result !== null && (
            <p
              class={["alert wrap-anywhere", run.result.verdict === "arrived" ? "alert-ok" : "alert-warn"]}
              data-testid="test-result"
            >
              <Icon name={run.result.verdict === "arrived" ? "circle-check" : "triangle-alert"} />
              <span class="min-w-0">{run.result.detail}.</span>
            </p>
          )}
          {run.problem !== "" && (
            <p class="alert alert-danger">
              <Icon name="circle-alert" />
              <span>{run.problem}</span>
            </p>
          )}
        </div>
      </div>
      <DialogActions
        open={open}
        submit={run.result === null ? "Test notifications" : "Test once more"}
        busy={form.busy}
      />
    </Form>
  )
})

export const TopicTestDialog = component$<{ readonly open: Signal<object | null> }>(({ open }) => (
  <Dialog open={open} title="Test notifications">
    {open.value !== null && <Testing open={open} />}
  </Dialog>
))

import { streamIn } from "~/client/sse"
import type { Frame } from "~/client/contract"
import { asProblem } from "~/client/problem-error"

type TestFrame = Frame<"POST /api/manager/topics/test">
export type TestStep = Extract<TestFrame, { readonly event: "step" }>["data"]
export type TestResult = Extract<TestFrame, { readonly event: "result" }>["data"]

export interface TestRun {
  bucket: string
  steps: ReadonlyArray<TestStep>
  result: TestResult | null
  problem: string
  busy: boolean
}

export const newTestRun = (): TestRun => ({ bucket: "", steps: [], result: null, problem: "", busy: false })

const withStep = (steps: ReadonlyArray<TestStep>, step: TestStep): ReadonlyArray<TestStep> => [
  ...steps.filter((one) => one.step !== step.step),
  step
]

/** The service finishes the test even if this page is left. */
export const followTopicTest = async (run: TestRun, contextId: string, bucket: string): Promise<void> => {
  Object.assign(run, newTestRun(), { bucket, busy: true })
  try {
    for await (const frame of streamIn({ contextId }, "POST /api/manager/topics/test", { body: { bucket } })) {
      if (frame.event === "step") run.steps = withStep(run.steps, frame.data)
      if (frame.event === "result") run.result = frame.data
    }
  } catch (cause) {
    run.problem = asProblem(cause).message
  } finally {
    run.busy = false
  }
}

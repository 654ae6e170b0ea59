import { component$, type QRL } from "@builder.io/qwik"
import { Badge, type Tone } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import type { IconName } from "~/lib/icon-names"
import { type PolicyTest, type PolicyTestRun, requestText, principalText } from "./policy"

interface TestsProps {
  readonly run: PolicyTestRun
  readonly mayChange: boolean
  readonly busy: boolean
  readonly save$: QRL<(tests: ReadonlyArray<PolicyTest>, text: string) => Promise<void>>
}

const RESULTS: Readonly<
  Record<"true" | "false" | "null", { readonly text: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  true: { text: "Passed", tone: "ok", icon: "check" },
  false: { text: "Failed", tone: "danger", icon: "x" },
  null: { text: "Unknown", tone: "warn", icon: "triangle-alert" }
}

export const PolicyTestTable = component$<TestsProps>(({ busy, mayChange, run, save$ }) => {
  const failed = run.results.filter(({ passed }) => passed === false).length
  const unknown = run.results.filter(({ passed }) => passed === null).length
  const [tone, icon, count]: readonly [Tone, IconName, string] =
    failed > 0
      ? ["danger", "circle-x", `${failed} of ${run.results.length} failed`]
      : unknown > 0
        ? ["warn", "triangle-alert", `${unknown} of ${run.results.length} unknown`]
        : ["ok", "circle-check", `${run.results.length} passed`]
  return (
    <section class="card grid min-w-0 gap-3 p-4" aria-labelledby="tests-title" data-testid="policy-tests">
      <div>
        <h2 id="tests-title" class="flex flex-wrap items-center gap-2 text-base font-medium">
          Policy tests
          {run.results.length > 0 && <Badge text={count} tone={tone} icon={icon} />}
        </h2>
        <p class="text-xs text-ink-3">
          Requests and what they must be answered. An edit of policy, ACL or public access block that breaks one is
          refused, unless it is saved all the same.
        </p>
      </div>
      {run.tests.length === 0 ? (
        <p class="text-ink-2">No test yet: ask something above and keep it.</p>
      ) : (
        <div class="min-w-0">
          <table class="report">
            <caption class="sr-only">Policy tests</caption>
            <thead>
              <tr>
                <th scope="col">Test</th>
                <th scope="col">Asks</th>
                <th scope="col" class="whitespace-nowrap">
                  Expects
                </th>
                <th scope="col">Now</th>
                <th scope="col">
                  <span class="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {run.tests.map((test, index) => {
                const result = run.results[index]
                return (
                  <tr key={test.name}>
                    <th scope="row">{test.name}</th>
                    <td data-label="Asks" class="text-ink-2">
                      <span>
                        {principalText(test.request.principal)}:{" "}
                        <span class="font-mono break-all">{requestText(test.request)}</span>
                        {test.caller_allowed && <span class="block">their own policies allow it</span>}
                      </span>
                    </td>
                    <td data-label="Expects" class="whitespace-nowrap">
                      {test.expected === "allow" ? "allowed" : "denied"}
                    </td>
                    <td data-label="Now">
                      {result && (
                        <span>
                          <Badge {...RESULTS[`${result.passed}`]} />
                          {!result.passed && <span class="block text-ink-2">{result.why}</span>}
                        </span>
                      )}
                    </td>
                    <td data-label="">
                      <button
                        type="button"
                        class="btn btn-ghost btn-icon"
                        aria-label={`Remove test ${test.name}`}
                        disabled={busy || !mayChange}
                        onClick$={() =>
                          save$(
                            run.tests.filter(({ name }) => name !== test.name),
                            "The test is removed"
                          )
                        }
                      >
                        <Icon name="trash-2" />
                      </button>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
})

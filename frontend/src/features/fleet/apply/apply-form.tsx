import { $, component$, type NoSerialize, noSerialize, useSignal, useStore } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem, type ProblemError } from "~/client/problem-error"
import { LoseQuestion } from "~/components/action/edit-questions"
import { useGuard } from "~/components/action/use-guard"
import { Icon } from "~/components/ui/icon"
import { PasswordInput } from "~/components/ui/password-input"
import { ChangeList } from "./change-list"
import {
  outcomeSentence,
  countChanges,
  referenceKey,
  referenceName,
  type Reference,
  type Report,
  planSentence
} from "./report"

const MAX_CHARACTERS = 262_144

const EXAMPLE = `version: 1
groups:
  - name: Analysts
    description: They read usage
    members: [ada@example.org]
settings:
  branding:
    name: Depot`

interface State {
  onError: "stop" | "continue"
  references: ReadonlyArray<Reference>
  typed: Record<string, string>
  plan: Report | null
  report: Report | null
  busy: "" | "plan" | "apply"
}

const messageOf = ({ path }: { readonly path: ReadonlyArray<string> }): string => path.slice(2).join(".")

export const ApplyForm = component$(() => {
  const area = useSignal<HTMLTextAreaElement>()
  const result = useSignal<HTMLElement>()
  const problem = useSignal<NoSerialize<ProblemError>>()
  const unread = useSignal("")
  const state = useStore<State>(
    { onError: "stop", references: [], typed: {}, plan: null, report: null, busy: "" },
    { deep: false }
  )
  const hasDocument = useSignal(false)
  const unsavedItems = useSignal<ReadonlyArray<string>>(["Document"])
  const { leave$, wanted } = useGuard(hasDocument)
  const ask = $(async (dry: boolean) => {
    const source = area.value?.value ?? ""
    const plan = state.plan
    problem.value = undefined
    state.busy = dry ? "plan" : "apply"
    try {
      const secrets = state.references.flatMap((reference) => {
        const value = state.typed[referenceKey(reference)] ?? ""
        return value === "" ? [] : [{ reference, value }]
      })
      const answer = await call("POST /api/admin/apply", {
        body: {
          source,
          secrets,
          dry_run: dry,
          on_error: state.onError,
          ...(dry || plan === null ? {} : { plan_hash: plan.plan_hash })
        }
      })
      if (dry) {
        const filledReferences = state.references.filter(
          (reference) => (state.typed[referenceKey(reference)] ?? "") !== ""
        )
        state.references = [...filledReferences, ...answer.missing_secrets]
      } else {
        state.typed = {}
        hasDocument.value = false
      }
      state.plan = dry ? answer : null
      state.report = dry ? null : answer
      requestAnimationFrame(() => result.value?.focus())
    } catch (cause) {
      const refused = asProblem(cause)
      problem.value = noSerialize(refused)
      if (dry || refused.code === "stale_plan") state.plan = null
    } finally {
      state.busy = ""
    }
  })
  const touched = $(() => {
    hasDocument.value = (area.value?.value ?? "") !== ""
    state.plan = null
    state.report = null
  })
  const { busy, plan, report } = state
  const missing = plan?.missing_secrets.length ?? 0
  return (
    <div class="grid max-w-4xl gap-5">
      <LoseQuestion
        open={wanted}
        title="Leave without applying?"
        edited={unsavedItems}
        lose="Discard and leave"
        lose$={leave$}
      />
      <div>
        <label for="apply-file" class="mb-1 block font-medium">
          File<span class="font-normal text-ink-3"> (optional)</span>
        </label>
        <input
          id="apply-file"
          type="file"
          class="input h-auto py-1.5"
          accept=".yaml,.yml,.json,application/yaml,application/json"
          aria-invalid={unread.value ? "true" : undefined}
          aria-describedby={unread.value ? "apply-file-note" : undefined}
          onChange$={async (_, input) => {
            const file = input.files?.[0]
            unread.value = ""
            if (!file || !area.value) return
            if (file.size > MAX_CHARACTERS * 4)
              unread.value = "This file is too long for the console. Use the command stowage apply."
            else {
              try {
                area.value.value = await file.text()
                await touched()
              } catch {
                unread.value = "This file could not be read. Choose it again."
              }
            }
          }}
        />
        {unread.value && (
          <p id="apply-file-note" class="mt-1 text-xs text-danger" role="alert">
            {unread.value}
          </p>
        )}
      </div>
      <div>
        <label for="apply-source" class="mb-1 block font-medium">
          Document
        </label>
        <textarea
          id="apply-source"
          ref={area}
          class="input font-mono text-xs"
          rows={14}
          placeholder={EXAMPLE}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={problem.value ? "true" : undefined}
          aria-describedby="apply-source-note"
          onInput$={touched}
        />
        <p id="apply-source-note" class="mt-1 text-xs text-ink-3">
          YAML or JSON. What it does not name stays as it is; nothing is deleted. Secrets are references: they are typed
          below, or looked up by the command.
        </p>
      </div>
      {state.references.length > 0 && (
        <fieldset class="grid gap-3 rounded-card border border-line p-4">
          <legend class="px-1 font-medium">Secrets</legend>
          <p class="text-xs text-ink-3">
            The service looks up none of them by itself. They are sent with the document, kept encrypted, and never
            shown again.
          </p>
          {state.references.map((reference, index) => {
            const key = referenceKey(reference)
            const id = `apply-secret-${index}`
            return (
              <div key={key}>
                <label for={id} class="mb-1 block font-medium wrap-anywhere">
                  {referenceName(reference)}
                </label>
                <PasswordInput
                  id={id}
                  name={key}
                  class={["input", "font-mono"]}
                  value={state.typed[key] ?? ""}
                  autoComplete="off"
                  invalid={false}
                  describedBy={undefined}
                  onType$={(typed) => {
                    state.typed = { ...state.typed, [key]: typed }
                  }}
                />
              </div>
            )
          })}
        </fieldset>
      )}
      <fieldset class="rounded-card border border-line p-4">
        <legend class="px-1 font-medium">When something fails</legend>
        <div class="grid gap-2">
          {(
            [
              ["stop", "Stop there", "What is done stays; the rest is left alone."],
              ["continue", "Go on", "Only what needs it is skipped."]
            ] as const
          ).map(([value, label, hint]) => (
            <label key={value} class="flex items-start gap-2">
              <input
                type="radio"
                class="check radio mt-0.5"
                name="on_error"
                value={value}
                checked={state.onError === value}
                onChange$={() => {
                  state.onError = value
                }}
              />
              <span>
                <span class="block font-medium">{label}</span>
                <span class="block text-xs text-ink-3">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {problem.value && (
        <div class="flex gap-2 text-danger" role="alert">
          <Icon name="circle-alert" class="mt-0.5 flex-none" />
          <div class="min-w-0 wrap-anywhere">
            <p>
              {problem.value.code === "validation_failed"
                ? "This document cannot be applied. Nothing was changed."
                : problem.value.message}
            </p>
            {problem.value.errors.length > 0 && (
              <ul class="mt-1 list-disc ps-4 text-xs">
                {problem.value.errors.map((issue, index) => (
                  <li key={index}>
                    {messageOf(issue) !== "" && <span class="font-mono">{messageOf(issue)}: </span>}
                    {issue.message}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      <div>
        <button
          type="button"
          class={["btn", plan === null ? "btn-primary" : "btn-secondary"]}
          disabled={busy !== ""}
          aria-busy={busy === "plan" ? "true" : undefined}
          onClick$={() => ask(true)}
        >
          <Icon name="list-checks" />{" "}
          <span key={plan === null ? "first" : "again"}>{plan === null ? "Show the changes" : "Compare again"}</span>
        </button>
      </div>
      {plan !== null && (
        <section
          ref={result}
          tabIndex={-1}
          class="grid gap-4 rounded-card border border-line p-4"
          aria-label="Plan"
          data-testid="plan"
        >
          <h2 class="text-base font-semibold">{countChanges(plan) === 0 ? "Nothing to do" : "What would change"}</h2>
          <p class="text-ink-2" role="status">
            {planSentence(plan)}
          </p>
          {missing > 0 && (
            <p class="flex gap-2 text-warn">
              <Icon name="triangle-alert" class="mt-0.5 flex-none" />
              <span>
                {missing === 1
                  ? "One secret is missing: type it above, then compare again."
                  : `${missing} secrets are missing: type them above, then compare again.`}
              </span>
            </p>
          )}
          <ChangeList changes={plan.changes} />
          {countChanges(plan) > 0 && (
            <div>
              <button
                type="button"
                class="btn btn-primary"
                disabled={busy !== "" || missing > 0}
                aria-busy={busy === "apply" ? "true" : undefined}
                onClick$={() => ask(false)}
              >
                <Icon name="check" />{" "}
                {countChanges(plan) === 1 ? "Apply 1 change" : `Apply ${countChanges(plan)} changes`}
              </button>
            </div>
          )}
        </section>
      )}
      {report !== null && (
        <section
          ref={result}
          tabIndex={-1}
          class="grid gap-4 rounded-card border border-line p-4"
          aria-label="Report"
          data-testid="report"
        >
          <h2 class="text-base font-semibold">
            {report.counts.failed + report.counts.skipped === 0 ? "Applied" : "Applied in part"}
          </h2>
          <p class="text-ink-2" role="status">
            {outcomeSentence(report)}.
          </p>
          <ChangeList changes={report.changes} />
        </section>
      )}
    </div>
  )
})

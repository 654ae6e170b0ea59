import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { counted } from "~/lib/format"
import { overlaps } from "../../../../../../services/domain/buckets/lifecycle/overlaps.ts"
import { withAt, withoutIndex } from "../draft"
import { draftValue, errorAt, isChanged, setDraftValue, useEditing } from "../editing"
import { blankRule, type Rule, describeRule } from "./rule"
import { RuleFields } from "./rule-fields"

/** A form for each of 1000 rules is too slow. */
const RULES_PER_PAGE = 50

const meeting = (rules: ReadonlyArray<Rule>) => {
  try {
    return overlaps(rules, 20)
  } catch {
    return []
  }
}

export const RuleList = component$(() => {
  const editing = useEditing()
  const rules = draftValue<ReadonlyArray<Rule> | undefined>(editing, ["rules"]) ?? []
  const open = useSignal(rules.length === 1 ? 0 : -1)
  const search = useSignal("")
  const limit = useSignal(RULES_PER_PAGE)
  const list = useSignal<HTMLElement>()
  const query = search.value.trim().toLowerCase()
  const matches = rules
    .map((rule, index) => ({ rule, index, text: describeRule(rule) }))
    .filter(
      ({ index, rule, text }) =>
        query === "" || index === open.value || `${rule.id ?? ""} ${text}`.toLowerCase().includes(query)
    )
  const visible = matches.slice(0, limit.value)
  // after a check the service reports conflicts as warnings
  const meets = meeting(rules).filter(({ message }) => !isChanged(editing) || !editing.warnings.includes(message))
  return (
    <div class="grid min-w-0 gap-3" data-testid="lifecycle-rules">
      {rules.length > 8 && (
        <div class="flex flex-wrap items-center gap-2">
          <label for="lifecycle-search" class="sr-only">
            Search rules
          </label>
          <input
            id="lifecycle-search"
            type="search"
            class="input w-64"
            placeholder="Search rules"
            maxLength={200}
            autoComplete="off"
            onInput$={(_, element) => {
              search.value = element.value
              limit.value = RULES_PER_PAGE
            }}
          />
          <span class="text-xs text-ink-3" role="status">
            {query === "" ? counted(rules.length, "rule") : `${matches.length} of ${counted(rules.length, "rule")}`}
          </span>
        </div>
      )}
      <ol ref={list} class="grid gap-2" aria-label="Rules">
        {visible.map(({ index, rule, text }) => {
          const unfolded = open.value === index
          const wrong = errorAt(editing, ["rules", index], true) !== ""
          return (
            <li
              key={index}
              class={["min-w-0 rounded-card border", wrong ? "border-danger" : "border-line"]}
              data-rule={index}
            >
              <div class="flex min-w-0 flex-wrap items-center gap-1 px-2 py-1.5">
                <button
                  type="button"
                  class="flex min-w-0 flex-1 basis-56 items-start gap-2 rounded-ctl px-1 py-1 text-start"
                  aria-expanded={unfolded ? "true" : "false"}
                  onClick$={() => {
                    open.value = open.value === index ? -1 : index
                  }}
                >
                  <Icon
                    name="chevron-right"
                    class={unfolded ? "mt-0.5 rotate-90 transition-transform" : "mt-0.5 transition-transform"}
                  />
                  <span class="min-w-0 flex-1">
                    <span class={["block break-words", !rule.enabled && "text-ink-3"]}>
                      <span class="sr-only">Rule {index + 1}: </span>
                      {text}
                    </span>
                    <span class="block truncate text-xs text-ink-3">
                      {rule.id ?? "named by the gateway"}
                      {!rule.enabled && " · off"}
                    </span>
                  </span>
                  {wrong && <Icon name="circle-alert" class="mt-0.5 text-danger" />}
                </button>
                <span class="ms-auto flex flex-none items-center gap-1">
                  <button
                    type="button"
                    class="btn btn-ghost btn-sm"
                    disabled={editing.busy}
                    onClick$={() =>
                      setDraftValue(
                        editing,
                        ["rules", index, "enabled"],
                        draftValue(editing, ["rules", index, "enabled"]) !== true
                      )
                    }
                  >
                    {rule.enabled ? "Switch off" : "Switch on"}
                    <span class="sr-only"> rule {index + 1}</span>
                  </button>
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon btn-sm"
                    disabled={editing.busy}
                    aria-label={`Remove rule ${index + 1}`}
                    onClick$={() => {
                      setDraftValue(
                        editing,
                        ["rules"],
                        withoutIndex(draftValue<ReadonlyArray<Rule>>(editing, ["rules"]), index)
                      )
                      open.value = -1
                      list.value?.parentElement?.querySelector<HTMLElement>("[data-add]")?.focus()
                    }}
                  >
                    <Icon name="trash-2" />
                  </button>
                </span>
              </div>
              {unfolded && (
                <div class="grid min-w-0 gap-4 border-t border-line p-3">
                  <RuleFields path={["rules", index]} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <div class="flex flex-wrap gap-2">
        <button
          type="button"
          data-add
          class="btn btn-secondary"
          disabled={editing.busy || rules.length >= 1000}
          onClick$={() => {
            const current = draftValue<ReadonlyArray<Rule> | undefined>(editing, ["rules"]) ?? []
            editing.draft = withAt(editing.draft, ["rules"], [{ ...blankRule }, ...current]) as typeof editing.draft
            open.value = 0
            search.value = ""
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                list.value?.querySelector<HTMLElement>(":scope > li:first-child input")?.focus()
              )
            )
          }}
        >
          <Icon name="plus" /> Add rule
        </button>
        {matches.length > visible.length && (
          <button
            type="button"
            class="btn btn-ghost"
            onClick$={() => {
              limit.value += RULES_PER_PAGE
            }}
          >
            Show more ({counted(matches.length - visible.length, "rule")} left)
          </button>
        )}
      </div>
      {meets.length > 0 && (
        <div class="grid gap-1.5" data-testid="overlaps">
          <p class="text-xs font-medium text-ink-2">Rules that meet</p>
          <ul class="grid gap-1.5" aria-label="Rules that meet">
            {meets.map(({ message }) => (
              <li key={message} class="alert alert-warn">
                <Icon name="triangle-alert" />
                <span>{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
})

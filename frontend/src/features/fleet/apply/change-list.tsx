import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { CHANGE_ACTIONS, type Change, SECTION_LABELS, CHANGE_OUTCOMES, valueText } from "./report"

const partOf = ({ part, section }: Change): string =>
  part === "self"
    ? ""
    : part === "on_gateway"
      ? ", on its gateway"
      : section === "groups"
        ? ", members"
        : ", who may act as it"

const ChangeRow = component$<{ readonly change: Change }>(({ change }) => {
  const { action, fields, name, outcome, problem, section } = change
  const outcomeText = CHANGE_OUTCOMES[outcome]
  return (
    <li class="border-t border-line py-3 first:border-t-0" data-testid="change">
      <p class="flex flex-wrap items-center gap-2">
        <Badge text={CHANGE_ACTIONS[action].text} tone={CHANGE_ACTIONS[action].tone} />
        {outcomeText !== null && <Badge text={outcomeText.text} tone={outcomeText.tone} />}
        <span class="min-w-0">
          <span class="text-ink-3">{SECTION_LABELS[section]}</span>{" "}
          {section !== "settings" && <bdi class="font-medium wrap-anywhere">{name}</bdi>}
          <span class="text-ink-3">{partOf(change)}</span>
        </span>
      </p>
      {problem !== null && (
        <div class="mt-2 flex gap-2 text-danger">
          <Icon name="circle-alert" class="mt-0.5 flex-none" />
          <div class="min-w-0 wrap-anywhere">
            <p>{problem.detail}</p>
            {problem.errors.length > 0 && (
              <p class="font-mono text-2xs text-ink-3">{problem.errors.map(({ path }) => path.join(".")).join(", ")}</p>
            )}
          </div>
        </div>
      )}
      {fields.length > 0 && (
        <dl class="mt-2 grid gap-x-4 gap-y-1 text-xs min-[700px]:grid-cols-[minmax(10rem,16rem)_1fr]">
          {fields.map(({ after, before, path, secret }) => [
            <dt key={`${path}-name`} class="font-mono text-ink-3 wrap-anywhere">
              {path}
            </dt>,
            <dd key={`${path}-value`} class="min-w-0 wrap-anywhere">
              {secret ? (
                <span>{after === null ? "Is taken away" : before === null ? "Is set" : "Is set anew"}</span>
              ) : before === null ? (
                <bdi>{valueText(after)}</bdi>
              ) : (
                <>
                  <bdi class="text-ink-3 line-through">{valueText(before)}</bdi>
                  <span class="sr-only"> becomes </span>
                  <span aria-hidden="true"> → </span>
                  <bdi>{after === null ? "Taken away" : valueText(after)}</bdi>
                </>
              )}
            </dd>
          ])}
        </dl>
      )}
    </li>
  )
})

export const ChangeList = component$<{ readonly changes: ReadonlyArray<Change> }>(({ changes }) => {
  const changing = changes.filter(({ action }) => action !== "unchanged")
  const same = changes.filter(({ action }) => action === "unchanged")
  const visible = changing.slice(0, 200)
  return (
    <>
      {visible.length > 0 && (
        <ul aria-label="Changes">
          {visible.map((change) => (
            <ChangeRow key={`${change.path.join("/")}/${change.part}`} change={change} />
          ))}
        </ul>
      )}
      {changing.length > visible.length && (
        <p class="text-xs text-ink-3">and {changing.length - visible.length} more</p>
      )}
      {same.length > 0 && (
        <details class="border-t border-line pt-3">
          <summary class="cursor-pointer text-ink-2">{same.length} unchanged</summary>
          <ul class="mt-2 grid gap-1 text-xs">
            {same.slice(0, 200).map((change) => (
              <li key={change.path.join("/")}>
                <span class="text-ink-3">{SECTION_LABELS[change.section]}</span>{" "}
                {change.section !== "settings" && <bdi class="wrap-anywhere">{change.name}</bdi>}
              </li>
            ))}
            {same.length > 200 && <li class="text-ink-3">and {same.length - 200} more</li>}
          </ul>
        </details>
      )}
    </>
  )
})

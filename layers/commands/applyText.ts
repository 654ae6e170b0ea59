import type { AppliedChange, ApplyReport, FieldChange } from "#domain/fleet/apply/ApplyPlan.ts"
import { ruleOf } from "#domain/fleet/apply/sections.ts"

const signs: Record<AppliedChange["action"], string> = {
  create: "+",
  import: "+",
  update: "~",
  unchanged: " ",
  blocked: "!"
}

const valueText = (value: FieldChange["before"]): string => (value === null ? "–" : JSON.stringify(value))

const fieldText = ({ after, before, path, secret }: FieldChange): string =>
  secret
    ? `    ${path}: ${after === null ? "is taken away" : before === null ? "is set" : "is set anew"}`
    : before === null
      ? `    ${path}: ${valueText(after)}`
      : `    ${path}: ${valueText(before)} → ${valueText(after)}`

const nameOf = ({ name, part, section }: AppliedChange): string => {
  if (section === "settings") return "settings"
  const { linksNoun = "who may act as it", noun } = ruleOf(section)
  return `${noun} ${name}${{ self: "", on_gateway: ", on its gateway", links: `, ${linksNoun}` }[part]}`
}

const outcomeText = ({ outcome, problem }: AppliedChange): ReadonlyArray<string> => [
  ...(outcome === "done" || outcome === "failed" || outcome === "skipped"
    ? [`    ${outcome}${problem === null ? "" : `: ${problem.detail}`}`]
    : problem === null
      ? []
      : [`    cannot be done: ${problem.detail}`]),
  ...(problem?.errors ?? []).map(({ message, path }) => `    ${path.join(".")}: ${message}`)
]

export const applyText = ({ changes, counts, dry_run, missing_secrets, plan_hash }: ApplyReport): string => {
  const changeLines = changes
    .filter(({ action }) => action !== "unchanged")
    .flatMap((change) => [
      `${signs[change.action]} ${nameOf(change)}${change.action === "import" ? " (brought in from the gateway)" : ""}`,
      ...change.fields.map(fieldText),
      ...outcomeText(change)
    ])
  const due = counts.create + counts.import + counts.update + counts.blocked
  const plan =
    due === 0
      ? `Nothing to do: ${counts.unchanged} unchanged.`
      : `${counts.create} to create, ${counts.import} to bring in, ${counts.update} to change, ` +
        `${counts.unchanged} unchanged${counts.blocked === 0 ? "" : `, ${counts.blocked} that cannot be changed`}.`
  const missing = missing_secrets.map(
    (reference) =>
      `The secret of ${"env" in reference ? `variable ${reference.env}` : `file ${reference.file}`} is ` +
      "missing: it was not compared."
  )
  const end = dry_run
    ? ["Nothing was changed: this is a dry run.", `Plan ${plan_hash}`]
    : due === 0
      ? []
      : [`Done: ${counts.done}. Failed: ${counts.failed}. Skipped: ${counts.skipped}.`]
  return [...changeLines, plan, ...missing, ...end].join("\n")
}

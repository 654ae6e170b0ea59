import { counted, int, percent } from "~/lib/format"
import { isRunning, type Operation, finishedShareOf } from "./operation"

const things = ({ words }: Operation, value: number): string => counted(value, words.one, words.many)

export const operationTitle = (operation: Operation): string => {
  const { gathering, totals, words } = operation
  const [only] = operation.items
  if (operation.items.length === 1 && only !== undefined && !gathering)
    return isRunning(operation) ? `${words.doing} ${only.name}` : only.name
  if (isRunning(operation))
    return totals.items === 0 ? `${words.doing} …` : `${words.doing} ${things(operation, totals.items)}`
  return outcomeSentence(operation)
}

export const operationName = (operation: Operation): string =>
  operation.source === "service" && operation.target !== "" ? operation.target : operationTitle(operation)

export const outcomeSentence = (operation: Operation): string => {
  const { problem, totals, words } = operation
  const parts = [
    ...(totals.done > 0 ? [`${things(operation, totals.done)} ${words.done}`] : []),
    ...(totals.failed > 0
      ? [totals.done > 0 ? `${int(totals.failed)} failed` : `${things(operation, totals.failed)} not ${words.done}`]
      : []),
    ...(totals.cancelled > 0
      ? [
          totals.done + totals.failed > 0
            ? `${int(totals.cancelled)} cancelled`
            : `${things(operation, totals.cancelled)} cancelled`
        ]
      : [])
  ]
  if (parts.length > 0) return parts.join(", ")
  return problem === "" ? `Nothing was ${words.done}` : `Nothing was ${words.done}: ${problem}`
}

/** For screen readers; null: no milestone. Percentages would be announced too often. */
export const milestoneText = (before: Operation | undefined, after: Operation): string | null => {
  if (before?.ended !== after.ended && after.ended !== null)
    return `${outcomeSentence(after)}${after.target === "" ? "" : ` (${after.target})`}`
  if (before === undefined || (before.gathering && !after.gathering))
    return after.totals.items === 0 ? null : operationTitle(after)
  if (after.refusal !== "" && before.refusal !== after.refusal) return after.refusal
  if (after.note !== "" && before.note !== after.note) return `${operationTitle(after)}: ${after.note}`
  if (before.totals.failed === 0 && after.totals.failed > 0)
    return (
      `A failure while ${after.words.doing.toLowerCase()}: ` +
      `${after.items.find((item) => item.state === "failed")?.reason ?? ""}`
    )
  const half = (operation: Operation) =>
    operation.totals.items >= 20 && operation.totals.done >= operation.totals.items / 2
  if (!half(before) && half(after)) return `Half of ${things(after, after.totals.items)} ${after.words.done}`
  return null
}

const lineOfOne = (operation: Operation): ReadonlyArray<string> => {
  const [name, running] = [operationName(operation), isRunning(operation)]
  // A single item's name does not show that it failed.
  const summary = running || operation.totals.failed === 0 ? operationTitle(operation) : outcomeSentence(operation)
  return name === summary ? [summary] : [name, running && operation.note !== "" ? operation.note : summary]
}

export const trayLine = (operations: ReadonlyArray<Operation>): string => {
  const running = operations.filter(isRunning)
  const bad = operations.find(
    (operation) => !isRunning(operation) && (operation.totals.failed > 0 || operation.problem !== "")
  )
  const [first] = running.length > 0 ? running : bad === undefined ? operations : [bad]
  if (first === undefined) return "Nothing is running"
  const failed = operations.reduce((sum, operation) => sum + operation.totals.failed, 0)
  if (running.length === 0)
    return [...lineOfOne(first), ...(operations.length > 1 ? [`${int(operations.length - 1)} more`] : [])].join(" · ")
  const share = running.length === 1 ? finishedShareOf(first) : null
  return [
    ...(running.length === 1 ? lineOfOne(first) : [`${int(running.length)} running`]),
    ...(share === null ? [] : [percent(share)]),
    ...(failed > 0 ? [`${int(failed)} failed`] : [])
  ].join(" · ")
}

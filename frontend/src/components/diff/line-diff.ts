export interface DiffLine {
  readonly kind: "same" | "gone" | "new" | "gap"
  readonly text: string
}

const CONTEXT_LINES = 3
const DIFF_TIMEOUT_MS = 500

export const foldUnchanged = (lines: ReadonlyArray<DiffLine>): ReadonlyArray<DiffLine> => {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same")
  )
  return lines.flatMap((line, index) => {
    if (near[index]) return [line]
    if (index > 0 && !near[index - 1]) return []
    let end = index
    while (end < lines.length && !near[end]) end++
    return [{ kind: "gap" as const, text: `${end - index} ${end - index === 1 ? "line" : "lines"} as before` }]
  })
}

const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.replace(/\n$/, "").split("\n"))

export const lineDiff = async (before: string, after: string): Promise<ReadonlyArray<DiffLine>> => {
  const { diffArrays } = await import("diff")
  const [old, now] = [linesOf(before), linesOf(after)]
  const parts = diffArrays([...old], [...now], { timeout: DIFF_TIMEOUT_MS })
  if (parts === undefined)
    return [
      ...old.map((text) => ({ kind: "gone" as const, text })),
      ...now.map((text) => ({ kind: "new" as const, text }))
    ]
  return parts.flatMap(({ added, removed, value }) =>
    value.map((text) => ({ kind: added ? ("new" as const) : removed ? ("gone" as const) : ("same" as const), text }))
  )
}

export interface TreeNode {
  open: boolean
  reading: boolean
  problem: string
  folders: ReadonlyArray<string> | null
  next: string | null
}

export type Tree = Record<string, TreeNode>

export interface TreeLine {
  readonly kind: "folder" | "more" | "problem"
  readonly prefix: string
  readonly level: number
}

export const unreadNode = (): TreeNode => ({ open: false, reading: false, problem: "", folders: null, next: null })

// prefixes are arbitrary names, such as `__proto__/`
export const nodeOf = (tree: Tree, prefix: string): TreeNode | undefined =>
  Object.hasOwn(tree, `/${prefix}`) ? tree[`/${prefix}`] : undefined
export const treeLineKey = (prefix: string): string => `/${prefix}`

export const linesOf = (tree: Tree, prefix = "", level = 1): ReadonlyArray<TreeLine> => {
  const node = nodeOf(tree, prefix)
  const line: TreeLine = { kind: "folder", prefix, level }
  if (!node?.open) return [line]
  return [
    line,
    ...(node.folders ?? []).flatMap((folder) => linesOf(tree, folder, level + 1)),
    ...(node.problem !== "" ? [{ kind: "problem", prefix, level: level + 1 } as const] : []),
    ...(node.next !== null ? [{ kind: "more", prefix, level: level + 1 } as const] : [])
  ]
}

export const pathToPrefix = (prefix: string, tops: ReadonlyArray<string> = [""]): ReadonlyArray<string> => {
  const path = [""]
  for (let end = prefix.indexOf("/"); end >= 0; end = prefix.indexOf("/", end + 1)) path.push(prefix.slice(0, end + 1))
  return path.filter((folder) => tops.some((top) => folder.startsWith(top)))
}

export const moveInTree = (
  tree: Tree,
  lines: ReadonlyArray<TreeLine>,
  at: number,
  key: string
): { readonly to?: number; readonly turn?: string } => {
  const line = lines[at]
  const last = lines.length - 1
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(last, at + 1) }
    case "ArrowUp":
      return { to: Math.max(0, at - 1) }
    case "Home":
      return { to: 0 }
    case "End":
      return { to: last }
    case "ArrowRight":
      if (line?.kind !== "folder") return {}
      return nodeOf(tree, line.prefix)?.open
        ? { to: (lines[at + 1]?.level ?? 0) > line.level ? at + 1 : at }
        : { turn: line.prefix }
    case "ArrowLeft": {
      if (line?.kind === "folder" && nodeOf(tree, line.prefix)?.open && line.level > 1) return { turn: line.prefix }
      const parent = lines.findLastIndex((one, index) => index < at && one.level < (line?.level ?? 0))
      return parent < 0 ? {} : { to: parent }
    }
    default:
      return {}
  }
}

import type { Page } from "playwright-core"

export interface AxNode {
  readonly role: string
  readonly name: string
  readonly id: string | undefined
  readonly within: ReadonlyArray<string>
}

export const readTree = async (page: Page): Promise<ReadonlyArray<AxNode>> => {
  const devtools = await page.context().newCDPSession(page)
  try {
    await devtools.send("DOM.enable")
    const { nodes } = await devtools.send("Accessibility.getFullAXTree")
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const { nodes: flat } = await devtools.send("DOM.getFlattenedDocument", { depth: -1, pierce: false })
    const ids = new Map(flat.map((node) => [node.backendNodeId, attribute(node.attributes, "id")]))
    const around = (id: string | undefined): ReadonlyArray<string> => {
      const parent = id === undefined ? undefined : byId.get(id)
      return parent === undefined
        ? []
        : [...(parent.ignored ? [] : [String(parent.role?.value)]), ...around(parent.parentId)]
    }
    return nodes
      .filter((node) => !node.ignored)
      .map((node) => ({
        role: String(node.role?.value ?? ""),
        name: String(node.name?.value ?? ""),
        id: node.backendDOMNodeId === undefined ? undefined : ids.get(node.backendDOMNodeId),
        within: around(node.parentId)
      }))
  } finally {
    await devtools.detach()
  }
}

const attribute = (attributes: ReadonlyArray<string> | undefined, name: string): string | undefined => {
  const at = attributes?.findIndex((each, index) => index % 2 === 0 && each === name) ?? -1
  return at < 0 ? undefined : attributes?.[at + 1]
}

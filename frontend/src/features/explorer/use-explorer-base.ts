import { type ExplorerBase, explorerBase } from "~/lib/browser-href"
import { useLocation } from "~/lib/route"

/** Which explorer the page is: links within it stay within it. */
export const useExplorerBase = (): ExplorerBase => explorerBase(useLocation().url.pathname)

import { isReadOnlyExplorer } from "./browser-href"
import { useLocation } from "./route"

/** True on a page whose explorer offers no change of objects. */
export const useReadOnly = (): boolean => isReadOnlyExplorer(useLocation().url.pathname)

import { isReadOnlyExplorer } from "./browser-href"
import { useLocation } from "./route"

export const useReadOnly = (): boolean => isReadOnlyExplorer(useLocation().url.pathname)

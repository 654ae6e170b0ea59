import { retainFocus } from "./retain-focus"
import { showTooltips } from "./tooltip"

export const startInputHelpers = (event: Event): void => {
  showTooltips(event)
  retainFocus()
}

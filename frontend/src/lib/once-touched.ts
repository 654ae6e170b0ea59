import { retainFocus } from "./retain-focus"
import { showTooltips } from "./tooltip"

export const onceTouched = (event: Event): void => {
  showTooltips(event)
  retainFocus()
}

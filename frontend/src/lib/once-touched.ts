import { keepFocus } from "./keep-focus"
import { showTooltips } from "./tooltip"

export const onceTouched = (event: Event): void => {
  showTooltips(event)
  keepFocus()
}

import { keepFocus } from "./keep-focus"
import { showTooltips } from "./tooltip"

/** What the console does from the moment on at which somebody first moves or presses something. */
export const onceTouched = (event: Event): void => {
  showTooltips(event)
  keepFocus()
}

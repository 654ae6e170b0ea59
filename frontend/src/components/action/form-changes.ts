type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `data-unsent` controls belong to another field, which is submitted. */
const isControl = (element: Element): element is Control =>
  !element.hasAttribute("data-unsent") &&
  (element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement)

const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")

const stateOf = (control: Control): string => (isChoice(control) ? String(control.checked) : control.value)

const labelOf = (control: Control): string => {
  const legend =
    control.type === "radio" ? control.closest("fieldset")?.querySelector("legend")?.textContent : undefined
  const text =
    legend ??
    control.getAttribute("aria-label") ??
    control.labels?.[0]?.querySelector(".font-medium")?.textContent ??
    control.labels?.[0]?.textContent ??
    control.name
  return text.replace(/\(optional\)/, "").trim()
}

/** Controls appear and disappear: identify them by name. */
const keyOf = (control: Control): string =>
  `${control.name || labelOf(control)}\n${isChoice(control) ? control.value : ""}`

export class FormChanges {
  private readonly form: HTMLFormElement
  private readonly first = new Map<string, string>()

  constructor(form: HTMLFormElement) {
    this.form = form
  }

  /** Call it before the user can change new controls. */
  note(): void {
    for (const control of this.form.elements) {
      if (isControl(control) && !this.first.has(keyOf(control))) this.first.set(keyOf(control), stateOf(control))
    }
  }

  labels(): ReadonlyArray<string> {
    const changed = [...this.form.elements].filter(
      (control) => isControl(control) && (this.first.get(keyOf(control)) ?? stateOf(control)) !== stateOf(control)
    )
    return [...new Set(changed.map((control) => labelOf(control as Control)))]
  }
}

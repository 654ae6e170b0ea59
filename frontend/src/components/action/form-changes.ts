type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What is part of a field that is one (`data-unsent`) is not sent by itself, and counts with that field. */
const isControl = (element: Element): element is Control =>
  !element.hasAttribute("data-unsent") && (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)

const isChoice = (control: Control): control is HTMLInputElement => control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")

const stateOf = (control: Control): string => (isChoice(control) ? String(control.checked) : control.value)

/** What people know a control by: the legend of radio buttons, else its label without what stands in brackets. */
const labelOf = (control: Control): string => {
  const legend = control.type === "radio" ? control.closest("fieldset")?.querySelector("legend")?.textContent : undefined
  const text = legend ?? control.getAttribute("aria-label") ?? control.labels?.[0]?.querySelector(".font-medium")?.textContent ?? control.labels?.[0]?.textContent ?? control.name
  return text.replace(/\(optional\)/, "").trim()
}

/** Controls come and go with what is chosen: they are known by name, and choices by their value too. */
const keyOf = (control: Control): string => `${control.name || labelOf(control)}\n${isChoice(control) ? control.value : ""}`

/** What a form held before anybody touched it, and what is different now. Browser only. */
export class FormChanges {
  private readonly form: HTMLFormElement
  private readonly first = new Map<string, string>()

  constructor(form: HTMLFormElement) {
    this.form = form
  }

  /** Takes down controls that are new; to be called before a person can have changed them. */
  note(): void {
    for (const control of this.form.elements) {
      if (isControl(control) && !this.first.has(keyOf(control))) this.first.set(keyOf(control), stateOf(control))
    }
  }

  /** The labels of what was changed, each once, in the form's order. */
  labels(): ReadonlyArray<string> {
    const changed = [...this.form.elements].filter((control) => isControl(control) && (this.first.get(keyOf(control)) ?? stateOf(control)) !== stateOf(control))
    return [...new Set(changed.map((control) => labelOf(control as Control)))]
  }
}

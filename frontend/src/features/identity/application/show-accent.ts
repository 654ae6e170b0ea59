import { accentsOf, accentStyle } from "../../../../../services/domain/identity/application/accentColors.ts"

export const showAccent = (color: string | null): void => {
  document.getElementById("brand-style")?.remove()
  const root = document.documentElement.style
  const rules = /\{(.*)\}/.exec(accentStyle(accentsOf(color ?? "#000000")))?.[1] ?? ""
  for (const rule of rules.split(/;(?=--)/)) {
    const [name = "", value = ""] = rule.split(/:(.*)/s)
    if (color === null) root.removeProperty(name)
    else root.setProperty(name, value)
  }
}

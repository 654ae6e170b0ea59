import { call } from "~/client/call"
import { storedTheme } from "~/client/stored-theme"
import { applyTheme } from "./theme"

export const saveTheme = async (): Promise<void> => {
  const shown = document.documentElement.dataset["theme"]
  try {
    await call("PUT /api/users/me", {
      body: { preferences: { theme: shown === "dark" || shown === "light" ? shown : "system" } }
    })
  } catch (cause) {
    console.warn("The theme could not be kept with the account", cause)
  }
}

export const applySavedTheme = async (): Promise<void> => {
  const theme = await storedTheme()
  if (theme !== null) applyTheme(theme)
}

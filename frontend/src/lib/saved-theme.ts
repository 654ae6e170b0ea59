import { call } from "~/client/call"
import { storedTheme } from "~/client/stored-theme"
import { applyTheme } from "./theme"

export const saveTheme = async (): Promise<void> => {
  const theme = document.documentElement.dataset["theme"]
  try {
    await call("PUT /api/users/me", {
      body: { preferences: { theme: theme === "dark" || theme === "light" ? theme : "system" } }
    })
  } catch (cause) {
    console.warn("The theme could not be kept with the account", cause)
  }
}

export const applySavedTheme = async (): Promise<void> => {
  const theme = await storedTheme()
  if (theme !== null) applyTheme(theme)
}

import { call } from "~/client/call"

/** Keeps the theme that is shown with the account, for other browsers. That it could not be kept changes nothing here. */
export const keepTheme = async (): Promise<void> => {
  const shown = document.documentElement.dataset["theme"]
  try {
    await call("PUT /api/users/me", { body: { preferences: { theme: shown === "dark" || shown === "light" ? shown : "system" } } })
  } catch (cause) {
    console.warn("The theme could not be kept with the account", cause)
  }
}

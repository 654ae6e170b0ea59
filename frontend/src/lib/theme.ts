export type Theme = "dark" | "light" | "system"

export const applyTheme = (theme: Theme): void => {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"]
    document.cookie = "theme=;path=/;max-age=0;samesite=lax"
    return
  }
  document.documentElement.dataset["theme"] = theme
  document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`
}

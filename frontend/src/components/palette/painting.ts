/** The theme, here and at the next page. */
export const paint = (theme: "dark" | "light"): void => {
  document.documentElement.dataset["theme"] = theme
  document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`
}

/** How an option of the list is called in the document. */
export const optionId = (index: number): string => `palette-option-${index}`

/** Does not use `call`, as it must neither prompt for a sign-in nor wait. Null: none. */
export const storedTheme = async (): Promise<"dark" | "light" | null> => {
  try {
    const response = await fetch("/api/users/me", {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(2_000)
    })
    if (!response.ok) return null
    const { preferences } = (await response.json()) as { readonly preferences: { readonly theme: string } }
    return preferences.theme === "dark" || preferences.theme === "light" ? preferences.theme : null
  } catch (cause) {
    console.warn("The theme of the account could not be read", cause)
    return null
  }
}

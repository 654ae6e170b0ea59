/**
 * A cookie without a secret that says only "someone was signed in here". A page request cannot prove a session (the
 * access cookie is short-lived, the refresh cookie belongs to /api/auth alone), so this decides between shell and login page.
 * The service sets it too, with the cookies of a session (http/sessionCookies.ts).
 */
export const SIGNED_IN_HINT = "stowage_ui"

export const hintSignedIn = (): void => {
  document.cookie = `${SIGNED_IN_HINT}=1;path=/;max-age=31536000;samesite=lax`
}

export const hintSignedOut = (): void => {
  document.cookie = `${SIGNED_IN_HINT}=;path=/;max-age=0;samesite=lax`
}

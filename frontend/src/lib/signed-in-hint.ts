/**
 * Cookie without a secret that says that somebody was signed in. A page request cannot prove a session (the access
 * cookie is short-lived, the refresh cookie is limited to /api/auth), so this chooses between shell and login page. The
 * service sets it too (http/sessionCookies.ts).
 */
export const SIGNED_IN_HINT = "stowage_ui"

export const hintSignedIn = (): void => {
  document.cookie = `${SIGNED_IN_HINT}=1;path=/;max-age=31536000;samesite=lax`
}

export const hintSignedOut = (): void => {
  document.cookie = `${SIGNED_IN_HINT}=;path=/;max-age=0;samesite=lax`
}

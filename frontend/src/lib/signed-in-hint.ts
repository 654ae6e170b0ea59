/** Chooses between shell and login page: page requests cannot prove a session. See also http/sessionCookies.ts. */
export const SIGNED_IN_HINT = "stowage_ui"

export const hintSignedIn = (): void => {
  document.cookie = `${SIGNED_IN_HINT}=1;path=/;max-age=31536000;samesite=lax`
}

export const hintSignedOut = (): void => {
  document.cookie = `${SIGNED_IN_HINT}=;path=/;max-age=0;samesite=lax`
}

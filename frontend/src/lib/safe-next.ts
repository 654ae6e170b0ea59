import { isRedirectPath } from "../../../services/domain/identity/signin/redirectPath.ts"

/** The page on which a sign-in in a window of its own ends: it tells the page that waits, and closes. */
export const SIGN_IN_DONE = "/login/done"

/** Where to go after signing in: a page of this console, and not one of signing in again. */
export const safeNext = (next: string | null | undefined): string =>
  next && (next === SIGN_IN_DONE || (isRedirectPath(next) && !/^\/login(?![^/?])/.test(next))) ? next : "/"

import { isRedirectPath } from "../../../services/domain/identity/signin/redirectPath.ts"

export const SIGN_IN_DONE = "/login/done"

/** Target after sign-in: a page of this console that is not part of the sign-in. */
export const safeNext = (next: string | null | undefined): string =>
  next && (next === SIGN_IN_DONE || (isRedirectPath(next) && !/^\/login(?![^/?])/.test(next))) ? next : "/"

import { isRedirectPath } from "../../../services/domain/identity/signin/redirectPath.ts"

export const SIGN_IN_DONE = "/login/done"

export const safeNext = (next: string | null | undefined): string =>
  next && (next === SIGN_IN_DONE || (isRedirectPath(next) && !/^\/login(?![^/?])/.test(next))) ? next : "/"

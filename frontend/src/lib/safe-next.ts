import { isRedirectPath } from "../../../services/domain/signin/redirectPath.ts"

/** Where to go after signing in: a page of this console, and not one of signing in again. */
export const safeNext = (next: string | null | undefined): string =>
  next && isRedirectPath(next) && !/^\/login(?![^/?])/.test(next) ? next : "/"

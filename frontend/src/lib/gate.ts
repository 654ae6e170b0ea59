/** Whether a page is for visitors of a link, who have no account. */
export const isVisit = (pathname: string): boolean => /^\/share\//.test(pathname)

/** Whether a page stands before sign-in. */
export const isGate = (pathname: string): boolean => /^\/(login|setup)(\/|$)/.test(pathname)

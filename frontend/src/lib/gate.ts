/** Whether a page stands before sign-in. */
export const isGate = (pathname: string): boolean => /^\/(login|setup)(\/|$)/.test(pathname)

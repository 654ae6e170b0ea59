export const isVisit = (pathname: string): boolean => /^\/share\//.test(pathname)

export const isAuthPage = (pathname: string): boolean => /^\/(login|setup)(\/|$)/.test(pathname)

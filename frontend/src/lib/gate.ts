export const isVisit = (pathname: string): boolean => /^\/share\//.test(pathname)

export const isGate = (pathname: string): boolean => /^\/(login|setup)(\/|$)/.test(pathname)

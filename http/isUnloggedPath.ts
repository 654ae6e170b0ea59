export const systemPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

export const isUnloggedPath = (path: string): boolean =>
  systemPaths.has(path) || path.startsWith("/build/") || path.startsWith("/assets/")

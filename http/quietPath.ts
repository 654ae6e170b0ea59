export const systemPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

export const isQuiet = (path: string): boolean =>
  systemPaths.has(path) || path.startsWith("/build/") || path.startsWith("/assets/")

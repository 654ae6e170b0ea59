export const systemPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

/** True for paths without access log and trace: probes and console files. */
export const isQuiet = (path: string): boolean => systemPaths.has(path) || path.startsWith("/build/") || path.startsWith("/assets/")

/** What machines ask all the time: whether the process lives, serves, and what it counts. */
export const systemPaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"])

/** Whether requests of a path are worth neither a line of the log nor a trace: probes, and files of the console. */
export const isQuiet = (path: string): boolean => systemPaths.has(path) || path.startsWith("/build/") || path.startsWith("/assets/")

/** Whether a page is the Manager's own explorer. */
export const isManagerBrowser = (path: string): boolean => /^\/manager\/browser(?:\/|$)/.test(path)

/** Whether an address is asked for the Manager's own explorer, which is let in by a right of its own. */
const isAskedThere = (address: string): boolean => typeof window !== "undefined" && address.startsWith("/api/browser/") && isManagerBrowser(window.location.pathname)

/** What a request to the Browser's API says of where it comes from. */
export const workspaceHeaders = (address: string): Readonly<Record<string, string>> | undefined =>
  isAskedThere(address) ? { "x-s3-workspace": "manager-browser" } : undefined

/** The same for what browsers fetch by themselves, without headers of ours: a download, a film. */
export const inWorkspace = (address: string): string => isAskedThere(address) ? `${address}${address.includes("?") ? "&" : "?"}s3_workspace=manager-browser` : address

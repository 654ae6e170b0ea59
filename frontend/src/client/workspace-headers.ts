/** Whether a page is the Manager's own explorer. */
export const isManagerBrowser = (path: string): boolean => /^\/manager\/browser(?:\/|$)/.test(path)

/** What a request to the Browser's API says of where it comes from: the Manager's own explorer is let in by a right of its own. */
export const workspaceHeaders = (address: string): Readonly<Record<string, string>> | undefined =>
  typeof window !== "undefined" && address.startsWith("/api/browser/") && isManagerBrowser(window.location.pathname) ? { "x-s3-workspace": "manager-browser" } : undefined

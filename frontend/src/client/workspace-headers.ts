export const isManagerBrowser = (path: string): boolean =>
  /^\/manager\/(?:browser|buckets\/[^/]+\/objects)(?:\/|$)/.test(path)

/** The Manager's explorer has its own permission. */
const isAskedThere = (address: string): boolean =>
  typeof window !== "undefined" && address.startsWith("/api/browser/") && isManagerBrowser(window.location.pathname)

export const workspaceHeaders = (address: string): Readonly<Record<string, string>> | undefined =>
  isAskedThere(address) ? { "x-s3-workspace": "manager-browser" } : undefined

/** For requests without our headers: downloads, media. */
export const inWorkspace = (address: string): string =>
  isAskedThere(address) ? `${address}${address.includes("?") ? "&" : "?"}s3_workspace=manager-browser` : address

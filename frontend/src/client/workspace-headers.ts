import { explorerBase } from "~/lib/browser-href"

/** What a request to the Browser's API says of where it comes from: the Manager's own explorer is let in by a right of its own. */
export const workspaceHeaders = (address: string): Readonly<Record<string, string>> | undefined =>
  typeof window !== "undefined" && address.startsWith("/api/browser/") && explorerBase(window.location.pathname) === "/manager/browser"
    ? { "x-s3-workspace": "manager-browser" } : undefined

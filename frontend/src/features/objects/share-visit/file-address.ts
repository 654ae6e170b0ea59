import { address } from "~/client/call"

/** Where a browser fetches the shared file, or one of a folder or selection by its name. */
export const fileAddress = (token: string, name: string | null): string => address("GET /api/share/:token/file", { params: { token }, query: { name } })

import { address } from "~/client/call"

export const fileAddress = (token: string, name: string | null): string =>
  address("GET /api/share/:token/file", { params: { token }, query: { name } })

import { call } from "~/client/call"

/** The address of an export of the whole trail, as far as search, role, scope and time let it through. The session is renewed first: a download cannot. */
export const exportAddress = async (format: "csv" | "json", search: string, asked: Readonly<Record<string, string>>): Promise<string> => {
  await call("GET /api/admin/audit/logs", { query: { limit: 1 } })
  const query = new URLSearchParams({ ...asked, ...(search === "" ? {} : { search }), format: format === "json" ? "jsonl" : "csv" })
  return `/api/admin/audit/export?${query}`
}

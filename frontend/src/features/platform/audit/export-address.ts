import { call } from "~/client/call"

/** Renews the session first, which a download cannot. */
export const exportAddress = async (
  format: "csv" | "json",
  search: string,
  filterValues: Readonly<Record<string, string>>
): Promise<string> => {
  await call("GET /api/admin/audit/logs", { query: { limit: 1 } })
  const query = new URLSearchParams({
    ...filterValues,
    ...(search === "" ? {} : { search }),
    format: format === "json" ? "jsonl" : "csv"
  })
  return `/api/admin/audit/export?${query}`
}

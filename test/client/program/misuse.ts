// Each line below is wrong and must not compile: an unused expectation is an error itself.
import createClient from "openapi-fetch"
import type { components, paths } from "./schema.d.ts"

const client = createClient<paths>({ baseUrl: "http://localhost" })
const query = { context_id: "1" }

export const misuse = async () => {
  // @ts-expect-error no such path
  await client.GET("/api/manager/bucket", { params: { query } })
  // @ts-expect-error the context is left out
  await client.GET("/api/manager/buckets", { params: { query: {} } })
  // @ts-expect-error a page is a number
  await client.GET("/api/manager/buckets", { params: { query: { ...query, page: "1" } } })
  // @ts-expect-error not a column to sort by
  await client.GET("/api/manager/buckets", { params: { query: { ...query, sort_by: "colour" } } })
  // @ts-expect-error the name is left out
  await client.POST("/api/manager/buckets", { params: { query }, body: {} })
  // @ts-expect-error not a scope
  await client.POST("/api/auth/api-tokens", { body: { name: "t", scopes: ["root"] } })
  const { data, error } = await client.POST("/api/manager/buckets", { params: { query }, body: { name: "bucket" } })
  // @ts-expect-error an answer has no such field
  data?.colour
  // @ts-expect-error nor is this among the codes of a refusal
  if (error?.code === "no_such_code") return
  // @ts-expect-error a conflict has its own codes
  const code: components["schemas"]["ConflictProblem"]["code"] = "not_found"
  return code
}

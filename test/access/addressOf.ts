import type { DeclaredAccess } from "#http/middleware/AccessDeclared.ts"

export const mutates = ({ method }: DeclaredAccess) => method !== "GET" && method !== "HEAD"

const oneOf: Readonly<Record<string, string>> = {
  kind: "account",
  quota: "bucket",
  type: "S3Account",
  topic_arn: encodeURIComponent("arn:aws:sns:default:RGW1:t")
}

/** Address of the endpoint. The things it names need not exist: access is decided before anything is read. */
export const addressOf = ({ path }: DeclaredAccess) =>
  path
    .replace(/:(upload|session|token)_id/g, "7c9e6679-7425-40de-944b-e07fc1f90ae7")
    .replace(/:bucket_name/g, "some-bucket")
    .replace(/:[a-z_]+/g, ([, ...name]) => oneOf[name.join("")] ?? "987654321")

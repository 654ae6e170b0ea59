import { call } from "~/client/call"
import type { Answer, Body, Row } from "~/client/contract"

export type Connection = Row<"GET /api/admin/s3-connections">
export type Evidence = NonNullable<Connection["probe"]>
export type Tag = Connection["tags"][number]
export type ConnectionInput = Body<"POST /api/connections">
export type ConnectionChange = Body<"PUT /api/connections/:id">
export type NewKeys = Body<"POST /api/connections/:id/keys">
export type Preset = Answer<"GET /api/connections/presets">[number]

export type Side = "shared" | "own"

export const CONNECTION_LISTS = {
  shared: { href: "/admin/s3-connections", label: "S3 connections" },
  own: { href: "/profile/connections", label: "Private S3 connections" }
} as const

export const readConnection = (side: Side, id: number, signal?: AbortSignal): Promise<Connection> => {
  const request = { params: { id }, ...(signal ? { signal } : {}) }
  return side === "shared"
    ? call("GET /api/admin/s3-connections/:id", request)
    : call("GET /api/connections/:id", request)
}
export const createConnection = (side: Side, body: ConnectionInput): Promise<Connection> =>
  side === "shared" ? call("POST /api/admin/s3-connections", { body }) : call("POST /api/connections", { body })
export const updateConnection = (side: Side, id: number, body: ConnectionChange): Promise<Connection> =>
  side === "shared"
    ? call("PUT /api/admin/s3-connections/:id", { params: { id }, body })
    : call("PUT /api/connections/:id", { params: { id }, body })
export const removeConnection = (side: Side, id: number, name: string) => {
  const request = { params: { id }, query: { confirm_name: name } }
  return side === "shared"
    ? call("DELETE /api/admin/s3-connections/:id", request)
    : call("DELETE /api/connections/:id", request)
}
export const probeConnection = (side: Side, id: number): Promise<Connection> =>
  side === "shared"
    ? call("POST /api/admin/s3-connections/:id/probe", { params: { id } })
    : call("POST /api/connections/:id/probe", { params: { id } })
export const probeKeys = (side: Side, body: Body<"POST /api/connections/probe">): Promise<Evidence> =>
  side === "shared"
    ? call("POST /api/admin/s3-connections/probe", { body })
    : call("POST /api/connections/probe", { body })
export const renewKeys = (side: Side, id: number, body: NewKeys): Promise<Connection> =>
  side === "shared"
    ? call("POST /api/admin/s3-connections/:id/keys", { params: { id }, body })
    : call("POST /api/connections/:id/keys", { params: { id }, body })

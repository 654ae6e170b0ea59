import { deviceOf } from "#domain/identity/sessions/device.ts"
import type { SessionInfo } from "#domain/identity/SecurityView.ts"
import type { OpenSessionRow } from "./OpenSessions.ts"

export const shortAccessKey = (accessKey: string): string =>
  accessKey.length <= 8 ? accessKey : `${accessKey.slice(0, 4)}…${accessKey.slice(-4)}`

export const sessionInfo = (
  { createdAt: _, access_key, ...row }: OpenSessionRow,
  currentId: string | null
): SessionInfo => ({
  ...row,
  access_key: access_key === null ? null : shortAccessKey(access_key),
  device: deviceOf(row.user_agent),
  current: row.id === currentId
})

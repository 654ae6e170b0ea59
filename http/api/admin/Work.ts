import { access } from "../Access.ts"
import { workGroup } from "../workGroup.ts"

export { WorkFrame } from "../workShape.ts"

export const WorkGroup = workGroup({
  name: "adminWork",
  prefix: "/api/admin",
  params: {},
  query: {},
  read: access.admin("admin.read"),
  write: access.admin("admin.write")
})

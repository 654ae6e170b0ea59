import { Schema } from "effect"
import { CreateUiUser, UpdateUiUser } from "../../../identity/UiUser.ts"
import { declareSection } from "../declareSection.ts"
import { optionalSecret } from "../SecretReference.ts"

export const UserEntry = Schema.Struct({
  email: CreateUiUser.fields.email,
  full_name: CreateUiUser.fields.full_name,
  role: CreateUiUser.fields.role,
  is_active: UpdateUiUser.fields.is_active,
  privileges: CreateUiUser.fields.privileges,
  manager_tools: CreateUiUser.fields.manager_tools,
  password: optionalSecret
}).annotate({ identifier: "UserEntry" })

export const users = declareSection({
  entry: UserEntry,
  noun: "console user",
  nameOf: ({ email }) => email,
  keyOf: ({ email }) => email.toLowerCase(),
  fields: ["full_name", "role", "is_active", "privileges", "manager_tools"],
  secrets: ({ password }) => ({ password }),
  secretsOnCreateOnly: true
})

import type {
  CreateAccount, CreateS3User, ImportAccount, ImportS3User, RgwAccount, RgwAccountPage, S3User as S3UserSchema, S3UserPage, Unregistered as UnregisteredSchema
} from "#domain/accounts/StorageAccess.ts"
import { request, type RequestOptions } from "./request"

export type Account = (typeof RgwAccount)["Encoded"]
export type S3User = (typeof S3UserSchema)["Encoded"]
export type Unregistered = (typeof UnregisteredSchema)["Encoded"]
/** An association of a user with what is created or imported. */
export type UserLinkInput = NonNullable<(typeof ImportAccount)["Encoded"]["user_links"]>[number]

type PageQuery = NonNullable<RequestOptions["query"]>

export const listAccounts = (query: PageQuery, signal: AbortSignal) =>
  request<(typeof RgwAccountPage)["Encoded"]>("GET", "/admin/accounts", { query, signal })
export const createAccount = (body: (typeof CreateAccount)["Encoded"]) => request<Account>("POST", "/admin/accounts", { body })
export const importAccount = (body: (typeof ImportAccount)["Encoded"]) => request<Account>("POST", "/admin/accounts/import", { body })
export const unregisterAccount = (id: number) => request<Unregistered>("DELETE", `/admin/accounts/${id}`)

export const listS3Users = (query: PageQuery, signal: AbortSignal) =>
  request<(typeof S3UserPage)["Encoded"]>("GET", "/admin/s3-users", { query, signal })
export const createS3User = (body: (typeof CreateS3User)["Encoded"]) => request<S3User>("POST", "/admin/s3-users", { body })
export const importS3User = (body: (typeof ImportS3User)["Encoded"]) => request<S3User>("POST", "/admin/s3-users/import", { body })
export const unregisterS3User = (id: number) => request<Unregistered>("DELETE", `/admin/s3-users/${id}`)

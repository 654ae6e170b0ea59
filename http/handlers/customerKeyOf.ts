import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"

export const customerKeyOf = (headers: { readonly "x-sse-customer-key"?: NonNullable<CustomerKey> }): CustomerKey =>
  headers["x-sse-customer-key"] ?? null

import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"

/** The key of SSE-C that came with a request; null where none did. */
export const customerKeyOf = (headers: { readonly "x-sse-customer-key"?: NonNullable<CustomerKey> }): CustomerKey => headers["x-sse-customer-key"] ?? null

import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"

/** SSE-C key of the request, or null. */
export const customerKeyOf = (headers: { readonly "x-sse-customer-key"?: NonNullable<CustomerKey> }): CustomerKey => headers["x-sse-customer-key"] ?? null

declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  interface GrantOf {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export interface GrantContext {
    readonly oidc: {
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
    }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: {
      readonly accountId: string
      readonly clientId: string
    }) => GrantOf & object
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}

declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  export const createMemoryAdapter: (clockToleranceSeconds: number) => new (name: string) => object
}

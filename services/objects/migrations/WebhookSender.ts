import { Context, type Effect } from "effect"

export interface WebhookRequest {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Posts webhooks to hosts of BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Explains why an address cannot have webhooks, or returns null. */
    readonly fault: (url: string) => string | null
    /** Returns null for a 2xx answer, otherwise the reason. Redirects are not followed; the host is checked again. */
    readonly send: (request: WebhookRequest) => Effect.Effect<string | null>
  }
>()("stowage/services/objects/migrations/WebhookSender") {}

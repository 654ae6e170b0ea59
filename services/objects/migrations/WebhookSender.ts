import { Context, type Effect } from "effect"

export interface WebhookRequest {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** `problem`: null for a 2xx answer. `status`: null without an answer. */
export interface WebhookAnswer {
  readonly problem: string | null
  readonly status: number | null
}

/** Posts webhooks to hosts of BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    readonly fault: (url: string) => string | null
    /** Does not follow redirects; checks the host again. */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookAnswer>
  }
>()("stowage/services/objects/migrations/WebhookSender") {}

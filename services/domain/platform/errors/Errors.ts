import { Schema } from "effect"

/** `path` starts at the root of the request, e.g. `["payload", "name"]`. */
export const InputIssue = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String }).annotate({
  identifier: "InputIssue"
})
export type InputIssue = typeof InputIssue.Type

export class InvalidInput extends Schema.TaggedError<InvalidInput>()(
  "InvalidInput",
  {
    issues: Schema.Array(InputIssue)
  },
  { httpApiStatus: 422 }
) {
  readonly code = "validation_failed"
  override get message() {
    return this.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")
  }
  static at(path: string, message: string) {
    return new InvalidInput({ issues: [{ path: path.split("."), message }] })
  }
}

export class BadRequest extends Schema.TaggedError<BadRequest>()(
  "BadRequest",
  {
    code: Schema.Literals(["invalid_context", "ambiguous_credentials", "malformed_json"]),
    detail: Schema.String
  },
  { httpApiStatus: 400 }
) {}

export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()(
  "Unauthenticated",
  {
    code: Schema.Literals([
      "unauthenticated",
      "invalid_credentials",
      "session_revoked",
      "token_expired",
      "token_revoked"
    ]),
    detail: Schema.String
  },
  { httpApiStatus: 401 }
) {}

export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "Forbidden",
  {
    code: Schema.Literals([
      "forbidden",
      "origin_mismatch",
      "csrf_failed",
      "step_up_required",
      "browser_session_required",
      "insufficient_scope",
      "scope_not_mapped",
      "workspace_unavailable",
      "setup_closed",
      "link_pending",
      "password_required"
    ]),
    detail: Schema.String,
    remediation_reason: Schema.optionalKey(Schema.String)
  },
  { httpApiStatus: 403 }
) {}

/** Absent or not visible to the caller; the answer never differs. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  {
    entity: Schema.String,
    id: Schema.String
  },
  { httpApiStatus: 404 }
) {
  readonly code = "not_found"
  override get message() {
    return `${this.entity} ${this.id} was not found`
  }
}

export class Conflict extends Schema.TaggedError<Conflict>()(
  "Conflict",
  {
    code: Schema.Literals([
      "conflict",
      "label_conflict",
      "state_conflict",
      "bucket_not_empty",
      "already_exists",
      "stale_plan"
    ]),
    detail: Schema.String
  },
  { httpApiStatus: 409 }
) {}

export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()(
  "PreconditionFailed",
  {
    detail: Schema.String
  },
  { httpApiStatus: 412 }
) {
  readonly code = "precondition_failed"
}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  {
    limit_bytes: Schema.Int
  },
  { httpApiStatus: 413 }
) {
  readonly code = "payload_too_large"
}

export class RangeNotSatisfiable extends Schema.TaggedError<RangeNotSatisfiable>()(
  "RangeNotSatisfiable",
  {
    size_bytes: Schema.Int
  },
  { httpApiStatus: 416 }
) {
  readonly code = "range_not_satisfiable"
}

export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "RateLimited",
  {
    retry_after_seconds: Schema.Int
  },
  { httpApiStatus: 429 }
) {
  readonly code = "rate_limited"
}

/** `storage_code` is the S3 or Admin Ops code; the raw text stays in our logs. */
export class StorageError extends Schema.TaggedError<StorageError>()(
  "StorageError",
  {
    operation: Schema.String,
    storage_code: Schema.String,
    storage_status: Schema.NullOr(Schema.Int),
    storage_request_id: Schema.NullOr(Schema.String),
    detail: Schema.String
  },
  { httpApiStatus: 502 }
) {
  readonly code = "storage_error"
}

export class StorageTimeout extends Schema.TaggedError<StorageTimeout>()(
  "StorageTimeout",
  {
    operation: Schema.String
  },
  { httpApiStatus: 504 }
) {
  readonly code = "storage_timeout"
}

export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  {
    detail: Schema.String,
    retry_after_seconds: Schema.optionalKey(Schema.Int)
  },
  { httpApiStatus: 503 }
) {
  readonly code = "unavailable"
}

export const GatewayFailure = Schema.Union([StorageError, StorageTimeout, Unavailable])
export type GatewayFailure = typeof GatewayFailure.Type

export const DomainError = Schema.Union([
  InvalidInput,
  BadRequest,
  Unauthenticated,
  Forbidden,
  NotFound,
  Conflict,
  PreconditionFailed,
  PayloadTooLarge,
  RangeNotSatisfiable,
  RateLimited,
  StorageError,
  StorageTimeout,
  Unavailable
])
export type DomainError = typeof DomainError.Type

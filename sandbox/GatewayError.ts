const statuses: Readonly<Record<string, number>> = {
  AccessDenied: 403,
  AccountAlreadyExists: 409,
  BadDigest: 400,
  BucketAlreadyExists: 409,
  BucketNotEmpty: 409,
  DeleteConflict: 409,
  EmailExists: 409,
  EntityAlreadyExists: 409,
  EntityTooSmall: 400,
  IllegalLocationConstraintException: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidBucketState: 409,
  InvalidCapability: 400,
  InvalidDigest: 400,
  InvalidInput: 400,
  InvalidObjectName: 400,
  InvalidObjectState: 403,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidRetentionPeriod: 400,
  InvalidTag: 400,
  InvalidURI: 400,
  KeyExists: 409,
  LimitExceeded: 409,
  MalformedPolicyDocument: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchBucketPolicy: 404,
  NoSuchCORSConfiguration: 404,
  NoSuchEntity: 404,
  NoSuchKey: 404,
  NoSuchLifecycleConfiguration: 404,
  NoSuchPublicAccessBlockConfiguration: 404,
  NoSuchTagSet: 404,
  NoSuchUpload: 404,
  NoSuchUser: 404,
  NoSuchWebsiteConfiguration: 404,
  NotImplemented: 501,
  ObjectLockConfigurationNotFoundError: 404,
  PreconditionFailed: 412,
  QuotaExceeded: 403,
  RequestTimeTooSkewed: 403,
  ServerSideEncryptionConfigurationNotFoundError: 404,
  SlowDown: 503,
  TooManyBuckets: 400,
  UserAlreadyExists: 409,
  UnresolvableGrantByEmailAddress: 400,
  UserSuspended: 403,
  XAmzContentSHA256Mismatch: 400
}

export class GatewayError extends Error {
  readonly code: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: string,
    message = "",
    options: { status?: number; headers?: Readonly<Record<string, string>> } = {}
  ) {
    super(message)
    this.code = code
    this.status = options.status ?? statuses[code] ?? 400
    this.headers = options.headers ?? {}
  }
}

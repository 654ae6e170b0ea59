/** T8: the gateways' own messages are mostly empty. */
export const codeTexts: Readonly<Record<string, string>> = {
  AccessDenied: "The gateway does not let these credentials do this: they lack the right, or a policy denies it",
  InvalidAccessKeyId: "The gateway does not know this access key",
  SignatureDoesNotMatch: "The gateway refused these credentials",
  UserSuspended: "The user behind these credentials is suspended",
  ExpiredToken: "The temporary credentials have ended",
  TooManyBuckets: "The owner may hold no more buckets",
  QuotaExceeded: "A quota is exhausted",
  SlowDown: "The gateway asks to slow down",
  MethodNotAllowed: "The gateway does not support this",
  NotImplemented: "The gateway does not support this",
  InvalidBucketName: "The gateway does not accept this bucket name",
  BucketNotEmpty: "The bucket is not empty: delete its objects, old versions and unfinished uploads first",
  InvalidBucketState:
    "The state of the bucket does not allow this: object lock needs versioning, and versioning cannot be " +
    "suspended while object lock is on",
  // the SDK sends the endpoint's region as the location
  IllegalLocationConstraintException:
    "The gateway has no such location: the region of the storage endpoint must be the name of one of the " +
    "gateway's zone groups",
  InvalidLocationConstraint:
    "The gateway has no such location or placement: the region of the storage endpoint must be the name of one " +
    "of its zone groups",
  EmailExists: "Another user of the gateway has this e-mail address: enter another one, or none",
  KeyExists: "Another user of the gateway has this access key: choose another one",
  UserAlreadyExists: "A user with this uid exists on the gateway: import it, or choose another uid",
  UnresolvableGrantByEmailAddress:
    "The gateway knows no user with this e-mail address: remove the grant, or grant to a user's id",
  EntityTooSmall: "A part is smaller than the gateway accepts",
  EntityTooLarge: "The object is larger than the gateway accepts",
  InvalidPart: "The parts do not match what the gateway received",
  MalformedXML: "The gateway did not understand the request"
}

import { DateTime, Duration } from "effect"

export const lifetimes = {
  access: Duration.minutes(5),
  idle: Duration.hours(12),
  absolute: Duration.days(7),
  preAuth: Duration.minutes(5),
  challenge: Duration.minutes(5),
  bootstrapToken: Duration.minutes(15),
  s3Idle: Duration.minutes(30),
  s3Absolute: Duration.hours(8),
  oidcState: Duration.minutes(5),
  linkRequest: Duration.days(7),
  invitation: Duration.days(7)
}

export const extendIdle = (absoluteExpiresAt: DateTime.Utc, now: DateTime.Utc, idle = lifetimes.idle): DateTime.Utc =>
  DateTime.min(DateTime.addDuration(now, idle), absoluteExpiresAt)

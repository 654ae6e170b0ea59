import { Config } from "effect"
import { wholeNumber } from "../formats.ts"
import { AllowedHost, count, list, optionalAddress, PlainHost, port, variable } from "./variable.ts"

/** Replicas, gateways, and hosts that this service may call. */
export const networkVariables = {
  runnerHost: variable(
    "RUNNER_HOST",
    "host name or address",
    "one process by itself",
    "Address at which the other replicas on the same database reach this one; each has its own. What they say " +
      "is encrypted, and only who has a key of JWT_KEYS is heard.",
    optionalAddress
  ),
  runnerBind: variable(
    "RUNNER_BIND",
    "address",
    "RUNNER_HOST",
    "Address to listen on for them, where it is another than the one they are told, such as `0.0.0.0` in a container.",
    optionalAddress
  ),
  runnerPort: variable("RUNNER_PORT", "port", "`34431`", "Port of RUNNER_HOST and RUNNER_BIND.", port(34431)),
  gatewayTimeoutSeconds: variable(
    "GATEWAY_TIMEOUT_SECONDS",
    "integer 1–300",
    "`20`",
    "Time that one gateway call may take to answer.",
    count(20, 1, 300)
  ),
  gatewayWriteTimeoutSeconds: variable(
    "GATEWAY_WRITE_TIMEOUT_SECONDS",
    "integer 1–300",
    "`10`, or GATEWAY_TIMEOUT_SECONDS where that is shorter",
    "The same of a call that changes a gateway. What is known to take long, such as joining the parts of an " +
      "upload, has longer bounds of its own.",
    (name) => Config.option(Config.schema(wholeNumber(1, 300), name))
  ),
  gatewayConcurrency: variable(
    "GATEWAY_CONCURRENCY",
    "integer 1–256",
    "`16`",
    "Calls in flight per storage endpoint, of one process.",
    count(16, 1, 256)
  ),
  gatewayClusterConcurrency: variable(
    "GATEWAY_CLUSTER_CONCURRENCY",
    "integer 2–4096",
    "`64`",
    "Calls in flight per storage endpoint, of all replicas together: each takes an equal part, at least 2 and " +
      "at most GATEWAY_CONCURRENCY.",
    count(64, 2, 4096)
  ),
  allowedStorageHosts: variable(
    "USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that user-supplied S3 endpoints may have: a plain host exactly, `*.domain` its subdomains, or an IP " +
      "address (IPv6 in brackets).",
    list(AllowedHost)
  ),
  eventListenerHosts: variable(
    "EVENT_LISTENER_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts of listeners and brokers that topics push to, which this service may try when somebody asks why " +
      "events do not arrive.",
    list(AllowedHost)
  ),
  migrationWebhookHosts: variable(
    "BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that webhooks of bucket migrations may be sent to.",
    list(AllowedHost)
  ),
  s3Login: variable(
    "S3_LOGIN",
    "boolean",
    "`true`",
    "Whether people may sign in to the object browser with S3 keys alone.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(true))
  ),
  oidcHosts: variable(
    "OIDC_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that OpenID Connect providers and their endpoints may have.",
    list(AllowedHost)
  ),
  ldapHosts: variable(
    "LDAP_ALLOWED_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts that LDAP directories may have.",
    list(AllowedHost)
  ),
  privateHosts: variable(
    "OUTBOUND_PRIVATE_HOSTS",
    "comma-separated hosts",
    "none",
    "Hosts of the lists above that may resolve to a private or loopback address; no wildcards. Link-local " +
      "addresses never.",
    list(PlainHost)
  )
}

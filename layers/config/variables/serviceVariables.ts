import { Config } from "effect"
import { EventsOrigin, HostAddress, Origin, ProxyNetwork } from "../formats.ts"
import { count, list, optionalSecret, port, variable } from "./variable.ts"

/** Process, addresses, database and proxies. */
export const serviceVariables = {
  mode: variable(
    "STOWAGE_MODE",
    "`development` or `production`",
    "`development`",
    "Production refuses to start without key rings and trusted proxies, and never runs the sandbox gateway.",
    (name) => Config.Literals(["development", "production"], name).pipe(Config.withDefault("development" as const))
  ),
  host: variable("HOST", "address", "`127.0.0.1`", "Address to listen on.", (name) =>
    Config.schema(HostAddress, name).pipe(Config.withDefault("127.0.0.1"))
  ),
  port: variable("PORT", "port", "`8080`", "Port to listen on.", port(8080)),
  shutdownDelaySeconds: variable(
    "SHUTDOWN_DELAY",
    "seconds, integer 0–300",
    "`0`",
    "How long a process that was told to stop serves on while /readyz says 503, so that a proxy sends nothing " +
      "more: as long as the proxy needs to notice.",
    count(0, 0, 300)
  ),
  publicOrigin: variable(
    "PUBLIC_ORIGIN",
    "origin",
    "`http://localhost:PORT` in development, required in production",
    "Exact origin under which browsers reach the console. Mutating requests must carry it as Origin. HTTPS, " +
      "except for localhost.",
    (name) => Config.option(Config.schema(Origin, name))
  ),
  eventsOrigin: variable(
    "EVENTS_ORIGIN",
    "origin",
    "PUBLIC_ORIGIN",
    "Origin under which storage gateways reach this service: what the test of notifications gives them.",
    (name) => Config.option(Config.schema(EventsOrigin, name))
  ),
  dataDir: variable(
    "DATA_DIR",
    "path",
    "`./data`",
    "Where the embedded database, development keys and the sandbox gateway keep their files.",
    (name) => Config.NonEmptyString(name).pipe(Config.withDefault("./data"))
  ),
  databaseUrl: variable(
    "DATABASE_URL",
    "PostgreSQL URL",
    "embedded PostgreSQL under DATA_DIR",
    "PostgreSQL server, version 14 or newer.",
    optionalSecret
  ),
  databaseMaxConnections: variable(
    "DATABASE_MAX_CONNECTIONS",
    "integer 4–200",
    "`10`",
    "Size of the connection pool.",
    count(10, 4, 200)
  ),
  backupVerified: variable(
    "SERVICE_DB_BACKUP_VERIFIED",
    "boolean",
    "`false`",
    "Let this run apply migrations that drop or rewrite data. Set it for that run alone, after a backup of the " +
      "database was made and verified.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(false))
  ),
  trustedProxies: variable(
    "TRUSTED_PROXY_CIDRS",
    "comma-separated networks",
    "none; required in production",
    "Peers whose X-Forwarded-For, -Host and -Proto headers are believed, read right to left. Not all the " +
      "internet: at least /8, for IPv6 /7.",
    list(ProxyNetwork)
  )
}

import { Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type {
  ApplicationSettings as Document,
  SettingsEvent,
  SettingValues,
  UpdateApplicationSettings
} from "#domain/identity/application/ApplicationSettings.ts"
import {
  changedPaths,
  changedSettings,
  applyFixedSettings,
  settingPaths,
  completeSettings
} from "#domain/identity/application/mergeSettings.ts"
import { Conflict, type Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { broadcastReads } from "#services/platform/live/broadcastReads.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ApplicationSettingsRecords, type StoredDocument } from "./ApplicationSettingsRecords.ts"

export class ApplicationSettings extends Context.Service<
  ApplicationSettings,
  {
    readonly read: Effect.Effect<Document>
    /** Requires step-up when passkey rules change; `stale_plan` when the version is outdated. */
    readonly update: (
      caller: Caller,
      update: UpdateApplicationSettings
    ) => Effect.Effect<Document, Forbidden | Conflict | InvalidInput>
    readonly versions: Stream.Stream<SettingsEvent>
  }
>()("stowage/services/identity/ApplicationSettings") {
  static readonly layer = Layer.effect(
    ApplicationSettings,
    Effect.gen(function* () {
      const records = yield* ApplicationSettingsRecords
      const audited = yield* Audited
      const transaction = yield* Transaction
      const live = yield* LiveEvents
      const { applicationSettings: fixed, mail, quotaMonitor } = yield* Settings
      const locked = fixed.map(({ path, variable }) => ({ path, variable }))

      const describe = ({ settings: stored, updatedAt, version }: StoredDocument): Document => {
        const { quota_notifications, ...values } = applyFixedSettings(completeSettings(stored), fixed)
        return {
          version,
          ...values,
          quota_notifications: { ...quota_notifications, has_password: Option.isSome(mail.password) },
          locked,
          quota_alert_threshold_percent: quotaMonitor.thresholdPercent,
          updated_at: updatedAt
        }
      }

      const read = records.read.pipe(Effect.map(describe), Effect.withSpan("ApplicationSettings.read"))

      const issuesOf = (values: SettingValues, requested: ReadonlyMap<string, unknown>) => [
        ...fixed.flatMap(({ path, value, variable }) =>
          requested.get(path) === value
            ? []
            : [
                {
                  path: ["payload", ...path.split(".")],
                  message: `${variable} fixes this setting: change it in the environment of the service`
                }
              ]
        ),
        ...(values.quota_notifications.smtp_security === "none" && values.quota_notifications.smtp_username !== null
          ? [
              {
                path: ["payload", "quota_notifications", "smtp_security"],
                message: "A user name and a password travel encrypted only: choose tls or starttls"
              }
            ]
          : [])
      ]

      const update = Effect.fn("ApplicationSettings.update")(
        (caller: Caller, { version, ...update }: UpdateApplicationSettings) =>
          transaction.run(
            Effect.gen(function* () {
              const before = yield* records.lock
              if (version !== undefined && version !== before.version) return yield* stale
              const stored = completeSettings(before.settings)
              const oldValues = applyFixedSettings(stored, fixed)
              const after = changedSettings(oldValues, update)
              const issues = issuesOf(after, settingPaths(after))
              if (issues.length > 0) return yield* new InvalidInput({ issues })
              const changed = changedPaths(oldValues, after)
              if (changed.length === 0) return describe(before)
              if (changed.some((path) => path.startsWith("require_passkey_"))) yield* yield* CurrentStepUp
              const unfixed = changedSettings(stored, update)
              yield* records
                .write(
                  withStoredValues(
                    unfixed,
                    stored,
                    fixed.map(({ path }) => path)
                  ),
                  yield* DateTime.now
                )
                .pipe(
                  audited.rows(
                    "application_settings.update",
                    { type: "application_settings", id: null, label: null },
                    {
                      by: byCaller(caller, "admin"),
                      message: `Settings were changed: ${changed.join(", ")}`,
                      metadata: {
                        changed,
                        before: describeValues(oldValues, changed),
                        after: describeValues(after, changed)
                      }
                    }
                  )
                )
              return describe(yield* records.read)
            })
          )
      )

      const version = Effect.map(
        records.read,
        ({ version }): SettingsEvent => ({ event: "version", data: { version } })
      )
      const changed = yield* broadcastReads(
        live.changes.pipe(Stream.filter(({ _tag }) => _tag === "SettingsChanged" || _tag === "Resync")),
        () => version
      )
      /** Subscribes before the first read, so that no version is missed; late older versions are dropped. */
      const versions = Stream.merge(changed, Stream.fromEffect(version)).pipe(
        Stream.mapAccum(
          () => 0,
          (newest, event) =>
            event.data.version > newest ? ([event.data.version, [event]] as const) : ([newest, []] as const)
        )
      )

      return ApplicationSettings.of({ read, update, versions })
    })
  )
}

const stale = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed the settings meanwhile: read them again, then save"
})

const describeValues = (values: SettingValues, paths: ReadonlyArray<string>) => {
  const all = settingPaths(values)
  return Object.fromEntries(
    paths.map((path) => [
      path,
      path === "branding.logo" && all.get(path) !== null ? "an image" : (all.get(path) ?? null)
    ])
  )
}

const withStoredValues = (
  values: SettingValues,
  stored: SettingValues,
  paths: ReadonlyArray<string>
): SettingValues => {
  const sections: Record<string, unknown> = { ...values }
  const storedSections = stored as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  for (const path of paths) {
    const [section = "", field] = path.split(".")
    sections[section] =
      field === undefined
        ? storedSections[section]
        : { ...(sections[section] as object), [field]: storedSections[section]?.[field] }
  }
  return sections as unknown as SettingValues
}

import { Context, Effect, Layer, Ref, Stream } from "effect"
import { type Branding, defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { type LogoImage, readLogo } from "#domain/identity/application/LogoImage.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { ApplicationSettings } from "./ApplicationSettings.ts"

const fallback: Branding = { name: defaultSettings.branding.name, color: null, logo_url: null, login_note: null }

interface CachedBranding {
  readonly version: number
  readonly branding: Branding
  readonly logo: LogoImage | null
}

export class Brand extends Context.Service<
  Brand,
  {
    readonly read: Effect.Effect<Branding>
    /** Never fails: the last known value when the database takes longer than a second. */
    readonly current: Effect.Effect<Branding>
    readonly logo: (version: number) => Effect.Effect<LogoImage, NotFound>
  }
>()("stowage/services/identity/Brand") {
  static readonly layer = Layer.effect(
    Brand,
    Effect.gen(function* () {
      const settings = yield* ApplicationSettings
      const live = yield* LiveEvents
      const cache = yield* Ref.make<CachedBranding | null>(null)
      const lastKnown = yield* Ref.make(fallback)

      yield* live.changes.pipe(
        Stream.filter(({ _tag }) => _tag === "SettingsChanged" || _tag === "Resync"),
        Stream.runForEach(() => Ref.set(cache, null)),
        Effect.forkScoped
      )

      const current = Effect.gen(function* () {
        const cached = yield* Ref.get(cache)
        if (cached !== null) return cached
        const {
          branding: { color, login_note, logo, name },
          version
        } = yield* settings.read
        const image = logo === null ? null : readLogo(logo)
        const read: CachedBranding = {
          version,
          logo: typeof image === "string" ? null : image,
          branding: { name, color, login_note, logo_url: logo === null ? null : `/api/branding/logo/${version}` }
        }
        yield* Ref.set(cache, read)
        yield* Ref.set(lastKnown, read.branding)
        return read
      })

      const read = Effect.map(current, ({ branding }) => branding)

      return Brand.of({
        read,
        current: read.pipe(
          Effect.timeout("1 second"),
          Effect.catchCause((cause) =>
            Effect.andThen(Effect.logDebug("The branding could not be read", cause), Ref.get(lastKnown))
          )
        ),
        logo: Effect.fn("Brand.logo")(function* (logoVersion: number) {
          const { logo, version } = yield* current
          return logo === null || logoVersion !== version
            ? yield* new NotFound({ entity: "Logo", id: String(logoVersion) })
            : logo
        })
      })
    })
  )
}

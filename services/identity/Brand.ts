import { Context, Effect, Layer, Ref, Stream } from "effect"
import { type Branding, defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { type LogoImage, readLogo } from "#domain/identity/application/LogoImage.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { ApplicationSettings } from "./ApplicationSettings.ts"

/** What pages are made of while the database does not answer and nothing was read before. */
const unread: Branding = { name: defaultSettings.branding.name, color: null, logo_url: null, login_note: null }

interface Known {
  readonly version: number
  readonly branding: Branding
  readonly logo: LogoImage | null
}

/** How the installation presents itself to everybody, remembered until the settings change: it is on every page. */
export class Brand extends Context.Service<Brand, {
  readonly read: Effect.Effect<Branding>
  /** The same for pages, which are shown whatever happens: while it cannot be read within a second, as it was known last. */
  readonly shown: Effect.Effect<Branding>
  /** The logo of this version of the settings; of another one there is none. */
  readonly logo: (version: number) => Effect.Effect<LogoImage, NotFound>
}>()("stowage/services/identity/Brand") {
  static readonly layer = Layer.effect(Brand, Effect.gen(function*() {
    const settings = yield* ApplicationSettings
    const live = yield* LiveEvents
    const known = yield* Ref.make<Known | null>(null)
    const last = yield* Ref.make(unread)

    yield* live.changes.pipe(
      Stream.filter(({ _tag }) => _tag === "SettingsChanged" || _tag === "Resync"),
      Stream.runForEach(() => Ref.set(known, null)),
      Effect.forkScoped
    )

    const current = Effect.gen(function*() {
      const remembered = yield* Ref.get(known)
      if (remembered !== null) return remembered
      const { branding: { color, login_note, logo, name }, version } = yield* settings.read
      const image = logo === null ? null : readLogo(logo)
      const read: Known = {
        version, logo: typeof image === "string" ? null : image,
        branding: { name, color, login_note, logo_url: logo === null ? null : `/api/branding/logo/${version}` }
      }
      yield* Ref.set(known, read)
      yield* Ref.set(last, read.branding)
      return read
    })

    const read = Effect.map(current, ({ branding }) => branding)

    return Brand.of({
      read,
      shown: read.pipe(
        Effect.timeout("1 second"),
        Effect.catchCause((cause) => Effect.andThen(Effect.logDebug("The branding could not be read", cause), Ref.get(last)))
      ),
      logo: Effect.fn("Brand.logo")(function*(asked: number) {
        const { logo, version } = yield* current
        return logo === null || asked !== version ? yield* new NotFound({ entity: "Logo", id: String(asked) }) : logo
      })
    })
  }))
}

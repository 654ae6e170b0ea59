import { component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { linkState, publishLinkEvent, subscribeToLink } from "~/client/link/link"
import { asProblem } from "~/client/problem-error"
import { signOut } from "~/components/shell/sign-out"
import { Icon } from "~/components/ui/icon"
import { counted } from "~/lib/format"
import { addressInContext, type ExecutionContext, useExecutionContexts } from "~/lib/execution-contexts"
import { useKeyHelp } from "~/lib/key-help"
import { addRecent } from "~/lib/recents"
import { useSession } from "~/lib/session-context"
import { toast, useToasts } from "~/lib/toasts"
import { useGoTo } from "~/lib/use-go-to"
import type { PaletteCommand, Hit } from "./hits"
import { EMPTY_VIEW, Palette, type View } from "./palette"
import { applyTheme } from "~/lib/theme"
import { optionId } from "./option-id"
import { SEARCH_SOURCES } from "./sources"

export const PaletteBody = component$(() => {
  const root = useSignal<HTMLElement>()
  const session = useSession()
  const contexts = useExecutionContexts()
  const toasts = useToasts()
  const keyHelp = useKeyHelp()
  const goTo = useGoTo()
  const state = useStore<{ view: View; palette: NoSerialize<Palette>; waits: "nothing" | "sign-in" | "service" }>(
    { view: EMPTY_VIEW, palette: undefined, waits: "nothing" },
    { deep: false }
  )
  const { view } = state

  useVisibleTask$(
    ({ cleanup }) => {
      const dialog = root.value?.closest("dialog")
      const input = dialog?.querySelector("input")
      if (!dialog || !input) return
      const ended = new AbortController()
      const { signal } = ended
      let catalogue: ReadonlyArray<ExecutionContext> | null = null
      const currentWorkspace = () =>
        session.value?.workspaces.includes("manager") ? ("manager" as const) : ("browser" as const)
      const knownContexts = () =>
        contexts.workspace === currentWorkspace() && contexts.list.length > 0 ? contexts.list : catalogue

      const show = async (theme: "dark" | "light") => {
        applyTheme(theme)
        if (session.value?.kind === "user") await (await import("~/lib/saved-theme")).saveTheme()
      }
      const does: Record<PaletteCommand, () => void | Promise<void>> = {
        dark: () => show("dark"),
        light: () => show("light"),
        fold: () => document.querySelector<HTMLElement>(".rail-toggle")?.click(),
        keys: () => {
          keyHelp.value = {}
        },
        "sign-out": async () => {
          try {
            await signOut()
          } catch (cause) {
            toast(toasts, { tone: "danger", text: "You are still signed in", detail: asProblem(cause).message })
          }
        }
      }
      const run = (hit: Hit, elsewhere: boolean): void => {
        shut()
        if ("deed" in hit.does) return void does[hit.does.deed]()
        if ("context" in hit.does) {
          const { context: id } = hit.does
          const here = contexts.list.find((context) => context.id === id)
          if (here !== undefined && contexts.workspace !== null)
            return void goTo(addressInContext(window.location.pathname, here.id))
          return void goTo(
            `/${currentWorkspace() === "manager" ? "manager/buckets" : "browser"}?context_id=${encodeURIComponent(id)}`
          )
        }
        const { go, place } = hit.does
        if (place)
          addRecent(session.value, {
            id: hit.id.replace(/^recent:/, ""),
            label: hit.label,
            hint: hit.hint,
            icon: hit.icon,
            href: go
          })
        if (elsewhere) window.open(go, "_blank", "noopener")
        else void goTo(go)
      }
      const palette = new Palette({
        sources: SEARCH_SOURCES,
        around: () => ({
          session: session.value,
          path: window.location.pathname,
          contexts: knownContexts() ?? [],
          current: contexts.current
        }),
        prepare: async (request) => {
          if (session.value === null || knownContexts() !== null) return
          catalogue = await call("GET /api/me/execution-contexts", {
            query: { workspace: currentWorkspace() },
            signal: request
          })
        },
        show: (next) => {
          state.view = next
        },
        run
      })
      state.palette = noSerialize(palette)

      let open = false
      const updateConnection = (): void => {
        const { reach, session: signedIn } = linkState()
        state.waits = reach !== "online" ? "service" : signedIn === "lost" ? "sign-in" : "nothing"
      }
      signal.addEventListener("abort", subscribeToLink(updateConnection))
      const begin = (): void => {
        open = true
        updateConnection()
        catalogue = null
        palette.begin(input.value)
      }
      const end = (): void => {
        open = false
        input.value = ""
        delete input.dataset["enter"]
        palette.end()
      }
      const shut = (): void => {
        end()
        dialog.close()
      }
      dialog.addEventListener(
        "focusin",
        () => {
          if (!open && dialog.open) begin()
        },
        { signal }
      )
      dialog.addEventListener(
        "close",
        () => {
          // The dialog was reopened: the input has new text.
          if (dialog.open) palette.heed(input.value)
          else end()
        },
        { signal }
      )
      dialog.addEventListener(
        "click",
        (event) => {
          const option = (event.target as Element).closest<HTMLElement>("[role=option]")
          const hit = option && state.view.hits[Number(option.dataset["index"])]
          if (hit) run(hit, event.ctrlKey || event.metaKey)
          else if (event.target === dialog) shut()
        },
        { signal }
      )
      input.addEventListener("input", () => palette.type(input.value), { signal })
      input.addEventListener(
        "keydown",
        (event) => {
          if (event.isComposing) return
          if (event.key === "ArrowDown") palette.move(1)
          else if (event.key === "ArrowUp") palette.move(-1)
          else if (event.key === "Enter") palette.enter(input.value, event.ctrlKey || event.metaKey)
        },
        { signal }
      )
      if (dialog.open) {
        begin()
        if (input.dataset["enter"]) palette.enter(input.value, false)
      } else end()
      cleanup(() => {
        ended.abort()
        palette.end()
      })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      // opened before the session was known, it found nothing
      if (track(() => session.value) === null) return
      const dialog = root.value?.closest("dialog")
      const input = dialog?.querySelector("input")
      if (dialog?.open && input) state.palette?.type(input.value)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const { chosen, hits } = track(() => state.view)
      const input = root.value?.closest("dialog")?.querySelector("input")
      if (!input) return
      const option = chosen === null ? null : document.getElementById(optionId(hits.indexOf(chosen)))
      input.setAttribute("aria-expanded", hits.length > 0 ? "true" : "false")
      if (hits.length > 0) input.setAttribute("aria-controls", "palette-list")
      else input.removeAttribute("aria-controls")
      if (option) input.setAttribute("aria-activedescendant", option.id)
      else input.removeAttribute("aria-activedescendant")
      option?.scrollIntoView({ block: "nearest" })
    },
    { strategy: "document-ready" }
  )

  return (
    <div ref={root} data-testid="palette" aria-busy={view.searching ? "true" : "false"}>
      {view.hits.length > 0 && (
        <div id="palette-list" role="listbox" aria-label="Results" class="max-h-96 overflow-y-auto p-1.5">
          {view.groups.map((group) => (
            <div key={group.name} role="group" aria-label={group.name}>
              <p class="menu-title" aria-hidden="true">
                {group.name}
              </p>
              {group.hits.map((hit) => (
                <div
                  key={hit.id}
                  id={optionId(view.hits.indexOf(hit))}
                  data-index={view.hits.indexOf(hit)}
                  role="option"
                  aria-selected={hit.id === view.chosen?.id ? "true" : "false"}
                  class={["menu-item", hit.id === view.chosen?.id && "menu-item-on"]}
                >
                  <Icon name={hit.icon} />
                  <span class="min-w-0 flex-1 truncate" title={hit.label}>
                    {hit.label}
                  </span>
                  <span class="max-w-[45%] flex-none truncate text-xs text-ink-3">{hit.hint}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      {view.hits.length === 0 && !view.searching && view.failed === null && view.typed.trim() !== "" && (
        <p class="px-3 py-6 text-center break-words text-ink-2">Nothing is called “{view.typed.trim().slice(0, 60)}”</p>
      )}
      {state.waits === "sign-in" && (
        <div role="alert" class="flex items-center gap-2 border-t border-line px-3 py-2">
          <Icon name="log-out" />
          <p class="min-w-0 flex-1">
            <b class="font-medium">You are signed out.</b> What you search for is asked once you sign in.
          </p>
          <button
            type="button"
            class="btn btn-primary btn-sm flex-none"
            onClick$={() => publishLinkEvent({ type: "asked" })}
          >
            Sign in
          </button>
        </div>
      )}
      {state.waits === "service" && (
        <div role="alert" class="flex items-center gap-2 border-t border-line px-3 py-2">
          <Icon name="wifi-off" />
          <p class="min-w-0 flex-1">
            <b class="font-medium">The service cannot be reached.</b> What you search for is asked once it is there
            again.
          </p>
          <button
            type="button"
            class="btn btn-secondary btn-sm flex-none"
            onClick$={() => publishLinkEvent({ type: "woken" })}
          >
            Try again
          </button>
        </div>
      )}
      {view.failed && (
        <div role="alert" class="flex items-start gap-2 border-t border-line px-3 py-2 text-danger">
          <Icon name="circle-alert" class="mt-0.5" />
          <p class="min-w-0 flex-1">
            <b class="font-medium">{view.failed.names.join(", ")} could not be searched.</b> {view.failed.message}
          </p>
          <button
            type="button"
            class="btn btn-secondary btn-sm flex-none text-ink"
            onClick$={() => {
              state.palette?.tryAgain()
              root.value?.closest("dialog")?.querySelector("input")?.focus()
            }}
          >
            Try again
          </button>
        </div>
      )}
      {view.notes.map((note) => (
        <p key={note} class="border-t border-line px-3 py-2 text-xs text-ink-2">
          {note}
        </p>
      ))}
      <div class="flex items-center gap-3 border-t border-line px-3 py-2 text-2xs text-ink-3">
        <span role="status">{view.searching ? "Searching…" : counted(view.hits.length, "result")}</span>
        <span class="flex-1" />
        <span class="hidden sm:inline" aria-hidden="true">
          <kbd class="kbd">↑</kbd> <kbd class="kbd">↓</kbd> choose
        </span>
        <span class="hidden sm:inline" aria-hidden="true">
          <kbd class="kbd">Enter</kbd> open
        </span>
        <span class="hidden sm:inline" aria-hidden="true">
          <kbd class="kbd">Ctrl Enter</kbd> in a new tab
        </span>
      </div>
    </div>
  )
})

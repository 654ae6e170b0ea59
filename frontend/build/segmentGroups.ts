/** `origin`: file under `src/` or of a package; `name`: such as `file_Component_component_onClick`. */
export interface Cut {
  readonly origin: string
  readonly name: string
  readonly kind: string
}

/** `rendered`: on the server until something changes; `later`: after an interaction. */
export type Phase = "first" | "rendered" | "later"

const EARLY_HOOKS = /^(useVisibleTask|useTask|useComputed|useResource)\$$/

const READERS = /_(useListing|useLoaded|useLiveTable)(_\d+)?$|_(fetch|page|href)$/

const RENDERED = new RegExp(
  [
    String.raw`^(root\.tsx|early\/|routes\/\(console\)\/layout\.tsx|components\/(head|gate\/gate|action\/(edit|confirm)-dialog|listing\/export-menu)\b`,
    String.raw`components\/shell\/(top-bar|toaster|transfer-tray|step-up-dialog|key-help|rail-toggle|drawer|command-palette|operations-host)\b`,
    String.raw`components\/(ui\/(dialog|forbidden|search-button|tooltips)|filters\/filter-(bar|chips)|listing\/begin-buttons|resource-table\/table-toolbar)\b)`
  ].join("|")
)

const RENDERED_NAME = /_(ListingPage|SortButton)_component$/

const INTERACTIVE =
  /(dialogs?|-panel|-fields?|form|form-test|editor|findings|context-(list|screen)|combobox|sentence-diff|key-list|newest-notifications|edit-questions|locked-control|copy-as|created-key|no-iam)\.tsx$|features\/buckets\/feature-columns\/feature-columns\.tsx$|features\/identity\/users\/(user-security|security-section|invitation-section|identity-list|session-list)\.tsx$|components\/(listing\/open-panel|palette\/|operations\/|filters\/(filter-editor|filter-sheet|stored-views|views-menu)|resource-table\/(column-choices|resize-columns))/
const INTERACTIVE_NAME = /(Dialog|Panel|Fields?|Text|Findings|Form|Asking|SelectionTools)_component/

export const phaseOf = ({ kind, name, origin }: Cut): Phase => {
  if (/^@builder\.io\/qwik-city/.test(origin)) return "later"
  if (EARLY_HOOKS.test(kind)) return "first"
  if (kind !== "component$") return kind === "$" && READERS.test(name) ? "first" : "later"
  if (RENDERED.test(origin) || RENDERED_NAME.test(name)) return /_(Asking|EditForm)_/.test(name) ? "later" : "rendered"
  return INTERACTIVE.test(origin) || INTERACTIVE_NAME.test(name) ? "later" : "first"
}

const EXPLORERS: ReadonlySet<string> = new Set([
  "manager-browser",
  "manager-buckets-name-objects",
  "cluster-admin-browser"
])

/** `gate…` for pages before sign-in; null for other files. */
export const pageOf = (path: string): string | null => {
  const route = /\/src\/routes\/(?:\(console\)\/)?(.*?)\/?(index|layout)\.tsx$/.exec(path)
  if (!route) return null
  const [, folder = "", file] = route
  if (file === "layout" && folder === "") return "shell"
  const name = folder.replace(/[^\w]+/g, "-") || "start"
  if (EXPLORERS.has(name)) return "browser"
  return /^(login|setup)/.test(name) ? `gate-${name}` : name
}

const EDITING = /^components\/(action\/(edit-page|use-guard|use-form-changes|form-changes))\b/

export const LIVE =
  /client\/sse(-parser)?\.ts$|components\/(shell\/own-events\.ts|ui\/(freshness|meter)\.tsx)$|lib\/(freshness|notification)\.ts$/

/** Pages from which shared code is fetched with the shell. */
const SHELL_SHARING_FROM = 6
const PAGE_CODE = /(^|\/)(features|components\/chart)\/|(contexts\/ClusterContextId|lib\/selected-id)\.ts$/

/** A request costs more than the few bytes of `feature-states`. */
const IN_LIB: ReadonlySet<string> = new Set(["domain", "client", "feature-states"])

export const areaOf = (origin: string): string => {
  const [, area = "shell"] =
    /features\/[^/]+\/([^/]+)\/|(?:features|components)\/([^/]+)\/|\/(lib|domain|client)\//
      .exec(origin)
      ?.filter(Boolean) ?? []
  return area === "palette" ? "shell" : IN_LIB.has(area) ? "lib" : area
}

/** `ever`: pages that may need the code later; `origin` names the area. */
export const commonOf = (pages: ReadonlyArray<string>, ever: ReadonlyArray<string>, origin: string): string => {
  const [only] = pages
  const gates = pages.filter((page) => page.startsWith("gate"))
  if (gates.length > 0 && gates.length < pages.length) return pages.includes("shell") ? "core" : "some-gates"
  if (gates.length > 1 || only === "gate-login") return "gates"
  if (EDITING.test(origin.replace(/^.*\/src\//, ""))) return "editing"
  if (pages.includes("shell") || (pages.length >= SHELL_SHARING_FROM && !PAGE_CODE.test(origin))) return "console"
  // Its own chunk, so that pages that need it later do not fetch the page that needs it first.
  if (pages.length === 1 && only !== undefined && ever.length === 1) return only
  const area = areaOf(origin)
  return `some-${area === "ui" || area === "shell" ? "lib" : area}`
}

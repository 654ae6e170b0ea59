/**
 * Segment that Qwik cut out of a file: file (under `src/`, or of a package), name (`file_Component_component_onClick`),
 * and the `$` function that cut it.
 */
export interface Cut {
  readonly origin: string
  readonly name: string
  readonly kind: string
}

/**
 * When a segment runs: before any interaction; on the server only, until something changes; or after an interaction.
 */
export type Phase = "first" | "rendered" | "later"

const EARLY_HOOKS = /^(useVisibleTask|useTask|useComputed|useResource)\$$/

const READERS = /_(useListing|useLoaded)(_\d+)?$|_(fetch|page|href)$/

const RENDERED = new RegExp(
  [
    String.raw`^(root\.tsx|early\/|routes\/\(console\)\/layout\.tsx|components\/(head|gate\/gate|action\/(edit|confirm)-dialog|listing\/export-menu)\b`,
    String.raw`components\/shell\/(top-bar|toaster|transfer-tray|step-up-dialog|key-help|rail-toggle|drawer|command-palette|operations-host)\b`,
    String.raw`components\/(ui\/(dialog|forbidden|search-button|tooltips)|filters\/filter-bar|listing\/begin-buttons|resource-table\/table-toolbar)\b)`
  ].join("|")
)

const RENDERED_NAME = /_(ListingPage|SortButton)_component$/

const INTERACTIVE =
  /(dialogs?|-panel|-fields?|form|form-test|editor|findings|context-(list|screen)|combobox|sentence-diff|key-list|newest-notifications|edit-questions|locked-control|copy-as|made-key|no-iam)\.tsx$|features\/buckets\/feature-columns\/feature-columns\.tsx$|features\/identity\/users\/(user-security|security-section|invitation-section|identity-list|session-list)\.tsx$|components\/(listing\/open-panel|palette\/|operations\/|filters\/(filter-editor|filter-sheet|stored-views|views-menu)|resource-table\/(column-choices|resize-columns))/
const INTERACTIVE_NAME = /(Dialog|Panel|Fields?|Text|Findings|Form|Asking|SelectionTools)_component/

export const phaseOf = ({ kind, name, origin }: Cut): Phase => {
  if (/^@builder\.io\/qwik-city/.test(origin)) return "later"
  if (EARLY_HOOKS.test(kind)) return "first"
  if (kind !== "component$") return kind === "$" && READERS.test(name) ? "first" : "later"
  if (RENDERED.test(origin) || RENDERED_NAME.test(name)) return /_(Asking|EditForm)_/.test(name) ? "later" : "rendered"
  return INTERACTIVE.test(origin) || INTERACTIVE_NAME.test(name) ? "later" : "first"
}

/** Further addresses of the explorer, which is one page. */
const EXPLORERS: ReadonlySet<string> = new Set([
  "manager-browser",
  "manager-buckets-name-objects",
  "cluster-admin-browser"
])

/** Page of a route file; `gate…` for those before sign-in, null for other files. */
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
  /client\/sse(-parser)?\.ts$|components\/(shell\/own-news\.ts|ui\/(freshness|meter)\.tsx)$|lib\/(freshness|notification)\.ts$/

/** Number of pages from which shared code is fetched with the shell. */
const SHELL_SHARING_FROM = 6
/** Code of few pages, however many there are: features, charts, and what only Cluster Admin and Storage Ops need. */
const PAGE_CODE = /(^|\/)(features|components\/chart)\/|(contexts\/ClusterContextId|lib\/selected-id)\.ts$/

/** Areas within the chunk of `lib`: a request costs more than the few bytes of `feature-states`. */
const IN_LIB: ReadonlySet<string> = new Set(["domain", "client", "feature-states"])

/** Area of a file: its feature, or its folder. */
export const areaOf = (origin: string): string => {
  const [, area = "shell"] =
    /features\/[^/]+\/([^/]+)\/|(?:features|components)\/([^/]+)\/|\/(lib|domain|client)\//
      .exec(origin)
      ?.filter(Boolean) ?? []
  return area === "palette" ? "shell" : IN_LIB.has(area) ? "lib" : area
}

/** Chunk of the code that these pages share. `ever`: pages that may need it later; `origin` names the area. */
export const commonOf = (pages: ReadonlyArray<string>, ever: ReadonlyArray<string>, origin: string): string => {
  const [only] = pages
  const gates = pages.filter((page) => page.startsWith("gate"))
  if (gates.length > 0 && gates.length < pages.length) return pages.includes("shell") ? "core" : "some-gates"
  if (gates.length > 1 || only === "gate-login") return "gates"
  if (EDITING.test(origin.replace(/^.*\/src\//, ""))) return "editing"
  if (pages.includes("shell") || (pages.length >= SHELL_SHARING_FROM && !PAGE_CODE.test(origin))) return "console"
  // Code that one page needs first and others later gets its own chunk, so that the others need not fetch that page.
  if (pages.length === 1 && only !== undefined && ever.length === 1) return only
  const area = areaOf(origin)
  return `some-${area === "ui" || area === "shell" ? "lib" : area}`
}

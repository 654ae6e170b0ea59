/** A piece that Qwik cut out of a file: the file (under `src/`, or of a package), its name (`file_Component_component_onClick`), and by which `$` it was cut. */
export interface Cut {
  readonly origin: string
  readonly name: string
  readonly kind: string
}

/**
 * When a piece runs: before anybody touches the page; only in the service, which rendered it and what is within it, until
 * something changes; or once somebody asked for it.
 */
export type Phase = "first" | "rendered" | "later"

/** Hooks that run, or may run, when a page opens: where what they belong to is there. */
const AT_ONCE = /^(useVisibleTask|useTask|useComputed|useResource)\$$/

/** Readers of a page's first data, and what says where its rows lead. */
const READERS = /_(useListing|useLoaded)(_\d+)?$|_(fetch|page|href)$/

/** Components that the service renders, and the browser hardly ever again before somebody touches the page. */
const RENDERED = new RegExp([
  String.raw`^(root\.tsx|early\/|routes\/\(console\)\/layout\.tsx|components\/(head|gate\/gate|action\/(edit|confirm)-dialog|listing\/export-menu)\b`,
  String.raw`components\/shell\/(top-bar|toaster|transfer-tray|step-up-dialog|key-help|rail-toggle|drawer|command-palette|operations-host)\b`,
  String.raw`components\/(ui\/(dialog|forbidden|search-button|tooltips)|filters\/filter-bar|listing\/begin-buttons|resource-table\/table-toolbar)\b)`
].join("|"))

/** The same, by their names: what else is in their files runs in browsers. */
const RENDERED_NAME = /_(ListingPage|SortButton)_component$/

/** Components that exist only after somebody asked for them, by file and by name. */
const BEHIND_A_CHOICE =
  /(dialogs?|-panel|-fields?|form|form-test|editor|findings|context-(list|screen)|key-list|newest-notifications|edit-questions|locked-control|copy-as|made-key|no-iam)\.tsx$|features\/buckets\/feature-columns\/feature-columns\.tsx$|features\/identity\/users\/(user-security|security-section|identity-list|session-list)\.tsx$|components\/(listing\/open-panel|palette\/|operations\/|filters\/(filter-editor|filter-sheet|views-menu)|resource-table\/(column-choices|resize-columns))/
const BEHIND_A_CHOICE_NAME = /(Dialog|Panel|Fields?|Text|Findings|Form|Asking|SelectionTools)_component/

/** When a piece runs, as far as its name says. */
export const phaseOf = ({ kind, name, origin }: Cut): Phase => {
  if (/^@builder\.io\/qwik-city/.test(origin)) return "later"
  if (AT_ONCE.test(kind)) return "first"
  if (kind !== "component$") return kind === "$" && READERS.test(name) ? "first" : "later"
  if (RENDERED.test(origin) || RENDERED_NAME.test(name)) return /_(Asking|EditForm)_/.test(name) ? "later" : "rendered"
  return BEHIND_A_CHOICE.test(origin) || BEHIND_A_CHOICE_NAME.test(name) ? "later" : "first"
}

/** A page of the console by the file of its route; `gate…` are those before sign-in, null what is no page. */
export const pageOf = (path: string): string | null => {
  const route = /\/src\/routes\/(?:\(console\)\/)?(.*?)\/?(index|layout)\.tsx$/.exec(path)
  if (!route) return null
  const [, folder = "", file] = route
  if (file === "layout" && folder === "") return "shell"
  const name = folder.replace(/[^\w]+/g, "-") || "start"
  // the explorer is one page at two addresses: what only it runs is not what pages share
  if (name === "manager-browser") return "browser"
  return /^(login|setup)/.test(name) ? `gate-${name}` : name
}

/** What editors' pages run: listings, though they are more than enough to share it, do without. */
const EDITING = /^components\/(action\/(edit-page|use-guard|use-form-changes|form-changes))\b/

/** What pages that are live run, by a call or at once, and what they show it with: every other page of the console does without. */
export const LIVE = /client\/sse(-parser)?\.ts$|components\/(shell\/own-news\.ts|ui\/(freshness|meter)\.tsx)$|lib\/(freshness|notification)\.ts$/

/** From so many pages on, what they share is fetched with the shell. */
const MANY = 6

/** The part of the console that a file belongs to: its subject, or its district where it lies in no subject's folder. */
export const areaOf = (origin: string): string => {
  const [, area = "shell"] =
    /features\/[^/]+\/([^/]+)\/|(?:features|components)\/([^/]+)\/|\/(lib|domain|client)\//.exec(origin)?.filter(Boolean) ?? []
  return area === "palette" ? "shell" : area === "domain" || area === "client" ? "lib" : area
}

/** The chunk of what these pages have in common. `ever`: pages that may need it at some time; `origin` names what some share. */
export const commonOf = (pages: ReadonlyArray<string>, ever: ReadonlyArray<string>, origin: string): string => {
  const [only] = pages
  const gates = pages.filter((page) => page.startsWith("gate"))
  if (gates.length > 0 && gates.length < pages.length) return pages.includes("shell") ? "core" : "some-gates"
  if (gates.length > 1 || only === "gate-login") return "gates"
  if (EDITING.test(origin.replace(/^.*\/src\//, ""))) return "editing"
  // what several pages of one feature share is theirs, however many they are
  if (pages.includes("shell") || (pages.length >= MANY && !/(^|\/)features\//.test(origin))) return "console"
  // what one page runs at once and others after a choice stands apart: those need not fetch that page for it
  if (pages.length === 1 && only !== undefined && ever.length === 1) return only
  const area = areaOf(origin)
  return `some-${area === "ui" || area === "shell" ? "lib" : area}`
}

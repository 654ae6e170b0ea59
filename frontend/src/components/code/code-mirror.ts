import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { json, jsonParseLinter } from "@codemirror/lang-json"
import { bracketMatching, HighlightStyle, syntaxHighlighting, syntaxTree } from "@codemirror/language"
import { type Diagnostic, linter, lintKeymap, setDiagnostics } from "@codemirror/lint"
import { Compartment, EditorState } from "@codemirror/state"
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view"
import { tags } from "@lezer/highlight"

interface Fault {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

export interface CodeEditor {
  readonly text: () => string
  readonly set: (text: string) => void
  readonly tell: (faults: ReadonlyArray<Fault>) => void
  readonly lock: (locked: boolean) => void
  readonly focus: () => void
  readonly destroy: () => void
}

interface Options {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  readonly describedBy: string
  readonly onChange: (text: string) => void
}

const theme = EditorView.theme({
  "&": { fontSize: "12px", backgroundColor: "var(--surface)", color: "var(--ink)", borderRadius: "var(--radius-ctl)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono, ui-monospace, monospace)",
    minHeight: "10rem",
    maxHeight: "30rem",
    overflow: "auto"
  },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--ink-3)", borderInlineEnd: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in oklab, var(--hover) 60%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selected) !important" },
  ".cm-matchingBracket": { backgroundColor: "var(--selected)", outline: "1px solid var(--line-strong)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    boxShadow: "var(--shadow-2)"
  }
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent-text)" },
  { tag: tags.string, color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
  { tag: tags.invalid, color: "var(--danger)" }
])

type Node = ReturnType<typeof syntaxTree>["topNode"]

const childrenOf = (node: Node): ReadonlyArray<Node> => {
  const found: Array<Node> = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

const rangeOf = (state: EditorState, path: ReadonlyArray<string>): { readonly from: number; readonly to: number } => {
  let node: Node | undefined = childrenOf(syntaxTree(state).topNode)[0]
  for (const part of path) {
    const next: Node | undefined =
      node?.name === "Array"
        ? childrenOf(node).filter(({ name }) => !/^[[\]⚠]$/.test(name))[Number(part)]
        : node?.name === "Object"
          ? (childrenOf(node).find(
              (one) =>
                one.name === "Property" &&
                one.firstChild !== null &&
                state.sliceDoc(one.firstChild.from, one.firstChild.to) === JSON.stringify(part)
            )?.lastChild ?? undefined)
          : undefined
    if (next === undefined) break
    node = next
  }
  const from = node?.from ?? 0
  const end = state.doc.lineAt(from).to
  return { from, to: Math.max(from, Math.min(node?.to ?? 0, end)) }
}

/** The CSP requires styles by nonce. Tab leaves the editor. */
export const mountCode = ({ describedBy, label, onChange, parent, text }: Options): CodeEditor => {
  let faults: ReadonlyArray<Fault> = []
  const writable = new Compartment()
  const nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? ""
  const parse = jsonParseLinter()
  const diagnose = (view: EditorView): ReadonlyArray<Diagnostic> => {
    if (view.state.doc.toString().trim() === "") return []
    const broken = parse(view)
    return broken.length > 0
      ? broken
      : faults.map(({ message, path }) => ({ ...rangeOf(view.state, path), severity: "error" as const, message }))
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        highlightActiveLine(),
        json(),
        syntaxHighlighting(colours),
        theme,
        EditorView.lineWrapping,
        linter(diagnose, { delay: 300 }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy, spellcheck: "false" }),
        writable.of(EditorState.readOnly.of(false)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        })
      ]
    })
  })
  return {
    text: () => view.state.doc.toString(),
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    tell: (next) => {
      faults = next
      // The linter runs only after changes of the text.
      view.dispatch(setDiagnostics(view.state, diagnose(view)))
    },
    lock: (locked) => view.dispatch({ effects: writable.reconfigure(EditorState.readOnly.of(locked)) }),
    focus: () => view.focus(),
    destroy: () => view.destroy()
  }
}

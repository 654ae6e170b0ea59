import { type WorkspaceFrame, workspaceOf, workspacesFor } from "./workspaces"
import type { SignedIn } from "~/client/session"

/** What the shell shows around a page: its workspace, or for an address that belongs to none a frame that leads to all. */
export type Frame = Omit<WorkspaceFrame, "id"> & { readonly id: WorkspaceFrame["id"] | "none" }

const NOWHERE: Frame = { id: "none", label: "Workspaces", hint: "", href: "/", icon: "house", contexts: null, nav: [] }

export const frameOf = (path: string): Frame => workspaceOf(path) ?? NOWHERE

/** The navigation beside a page; where there is no workspace, the ways into each. */
export const sideOf = (frame: Frame, session: SignedIn | null): Frame["nav"] =>
  frame.id === "none"
    ? [{ title: "Workspaces", items: workspacesFor(session).map(({ href, icon, label }) => ({ href, icon, label })) }]
    : frame.nav

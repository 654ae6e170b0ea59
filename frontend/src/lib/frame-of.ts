import { type WorkspaceFrame, workspaceOf, workspacesFor } from "./workspaces"
import type { SignedIn } from "~/client/session"

export type Frame = Omit<WorkspaceFrame, "id"> & { readonly id: WorkspaceFrame["id"] | "none" }

const NOWHERE: Frame = { id: "none", label: "Workspaces", hint: "", href: "/", icon: "house", contexts: null, nav: [] }

export const frameOf = (path: string): Frame => workspaceOf(path) ?? NOWHERE

export const sidebarOf = (frame: Frame, session: SignedIn | null): Frame["nav"] =>
  frame.id === "none"
    ? [{ title: "Workspaces", items: workspacesFor(session).map(({ href, icon, label }) => ({ href, icon, label })) }]
    : frame.nav

import { $, component$, type QRL, useSignal, useStore } from "@builder.io/qwik"
import { type Identity, type Session, type User, userSecurity } from "~/client/users"
import { ConfirmDialog } from "~/components/ui/confirm-dialog"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { toast, useToasts } from "~/lib/toasts"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"
import { IdentityList } from "./identity-list"
import { LinkIdentityDialog } from "./link-identity-dialog"
import { PasskeyList } from "./passkey-list"
import { whyNotManage } from "./roles"
import {
  askResetMfa, askRestoreIdentity, askRevokeIdentity, askRevokeSession, askSignOut, carryOut, type SecurityAsk
} from "./security-ask"
import { SecurityFacts } from "./security-facts"
import { SecuritySkeleton } from "./security-skeleton"
import { SessionList } from "./session-list"
import { SetPasswordDialog } from "./set-password-dialog"

interface UserSecurityProps {
  readonly user: User
  readonly onChanged$: QRL<() => void>
}

/** How somebody proves who they are and where they are signed in, with what an administrator may do about it. */
export const UserSecurity = component$<UserSecurityProps>(({ onChanged$, user }) => {
  const toasts = useToasts()
  const me = useMe()
  const security = useLoaded($((signal: AbortSignal) => userSecurity(user.id, signal)))
  const asking = useSignal(false)
  const settingPassword = useSignal(false)
  const linking = useSignal(false)
  const ask = useStore<SecurityAsk>(askSignOut())
  const refused = whyNotManage(me.value?.role, user.role)
  const locked = me.value === undefined || refused !== ""
  const own = me.value?.id === user.id

  const put = $((next: SecurityAsk) => {
    Object.assign(ask, next)
    asking.value = true
  })
  const changed = $(async (said: string) => {
    toast(toasts, { tone: "ok", text: said })
    readAgain(security)
    await onChanged$()
  })

  const known = security.value
  if (!known) {
    return security.problem
      ? <div class="grid justify-items-center pt-8"><ErrorState title="This could not be loaded" problem={security.problem} onRetry$={$(() => readAgain(security))} /></div>
      : <SecuritySkeleton />
  }
  return (
    <div class="grid gap-6" data-testid="security">
      {refused && <p class="alert"><Icon name="lock" /><span>{refused}</span></p>}
      <SecurityFacts security={known} />
      <div class="flex flex-wrap gap-2">
        <button type="button" class="btn btn-secondary" disabled={locked} onClick$={() => { settingPassword.value = true }}><Icon name="lock" /> Set password…</button>
        <button type="button" class="btn btn-secondary" disabled={locked || known.sessions.length === 0} onClick$={() => put(askSignOut())}><Icon name="log-out" /> Sign out everywhere…</button>
      </div>
      <PasskeyList security={known} locked={locked} onReset$={$(() => put(askResetMfa()))} />
      <IdentityList
        identities={known.identities}
        locked={locked}
        onLink$={$(() => { linking.value = true })}
        onRevoke$={$((identity: Identity) => put(askRevokeIdentity(identity)))}
        onRestore$={$((identity: Identity) => put(askRestoreIdentity(identity)))}
      />
      <SessionList sessions={known.sessions} locked={locked} onRevoke$={$((session: Session) => put(askRevokeSession(session)))} />
      <ConfirmDialog
        id="security-ask"
        open={asking}
        title={ask.title}
        action={ask.action}
        harmless={ask.kind === "restore-identity"}
        onConfirm$={$(async () => {
          await carryOut(user, { ...ask })
          await changed(ask.done)
        })}
      >
        <p>{ask.text}</p>
        {own && <p class="mt-2 font-medium text-ink">This is your own account: you may have to sign in again.</p>}
      </ConfirmDialog>
      <SetPasswordDialog open={settingPassword} user={user} own={own} onSet$={changed} />
      <LinkIdentityDialog open={linking} user={user} onLinked$={changed} />
    </div>
  )
})

import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction, useEditing } from "~/components/action"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"
import { IdentityList } from "./identity-list"
import { InvitationSection } from "./invitation-section"
import { LinkIdentityDialog } from "./link-identity-dialog"
import { PasskeyList } from "./passkey-list"
import { whyNotManage } from "./roles"
import {
  resetMfaAction,
  restoreIdentityAction,
  revokeIdentityAction,
  revokeSessionAction,
  signOutAction,
  runSecurityAction,
  type SecurityAction
} from "./security-action"
import { SecurityFacts } from "./security-facts"
import { SecuritySkeleton } from "./security-skeleton"
import { SessionList } from "./session-list"
import { SetPasswordDialog } from "./set-password-dialog"
import type { Identity, Session, User } from "./user"

const AskText = component$<{ readonly subject: SecurityAction }>(({ subject }) => {
  const me = useMe()
  return (
    <>
      <p>{subject.text}</p>
      {me.value?.id === subject.user && (
        <p class="mt-2 font-medium text-ink">This is your own account: you may have to sign in again.</p>
      )}
    </>
  )
})

interface UserSecurityProps {
  readonly user: User
  readonly onChanged$: QRL<() => void>
}

export const UserSecurity = component$<UserSecurityProps>(({ onChanged$, user }) => {
  const me = useMe()
  const security = useLoaded(
    $((signal: AbortSignal) => call("GET /api/admin/users/:user_id/security", { params: { user_id: user.id }, signal }))
  )
  const changed = $(async () => {
    reload(security)
    await onChanged$()
  })
  const ask = useAction({
    run$: $((subject: SecurityAction) => runSecurityAction(subject)),
    after$: changed,
    toast$: $((_: unknown, { done }: SecurityAction) => ({ text: done }))
  })
  const settingPassword = useEditing<User>()
  const linking = useEditing<User>()
  const refused = whyNotManage(me.value?.role, user.role)
  const locked = me.value === undefined || refused !== ""

  const loadedSecurity = security.value
  if (!loadedSecurity) {
    return security.problem ? (
      <div class="grid justify-items-center pt-8">
        <ErrorState title="This could not be loaded" problem={security.problem} onRetry$={$(() => reload(security))} />
      </div>
    ) : (
      <SecuritySkeleton />
    )
  }
  return (
    <div class="grid gap-6" data-testid="security">
      {refused && (
        <p class="alert">
          <Icon name="lock" />
          <span>{refused}</span>
        </p>
      )}
      <SecurityFacts security={loadedSecurity} />
      <div class="flex flex-wrap gap-2">
        <button
          type="button"
          class="btn btn-secondary"
          disabled={locked}
          onClick$={() => {
            settingPassword.value = { row: user, name: user.full_name }
          }}
        >
          <Icon name="lock" /> Set password…
        </button>
        <ActionButton
          action={ask}
          on={signOutAction(user)}
          asks
          label="Sign out everywhere…"
          icon="log-out"
          disabled={locked || loadedSecurity.sessions?.length === 0}
        />
      </div>
      {!loadedSecurity.has_password && loadedSecurity.is_active && (
        <InvitationSection
          user={user}
          invitation={loadedSecurity.invitation}
          locked={locked}
          onChanged$={$(() => reload(security))}
        />
      )}
      <PasskeyList
        security={loadedSecurity}
        locked={locked}
        onReset$={$(() => {
          ask.pending.value = resetMfaAction(user)
        })}
      />
      <IdentityList
        identities={loadedSecurity.identities}
        locked={locked}
        onLink$={$(() => {
          linking.value = { row: user, name: user.full_name }
        })}
        onRevoke$={$((identity: Identity) => {
          ask.pending.value = revokeIdentityAction(user, identity)
        })}
        onRestore$={$((identity: Identity) => {
          ask.pending.value = restoreIdentityAction(user, identity)
        })}
      />
      <SessionList
        sessions={loadedSecurity.sessions}
        locked={locked}
        onRevoke$={$((session: Session) => {
          ask.pending.value = revokeSessionAction(user, session)
        })}
      />
      <ConfirmDialog
        action={ask}
        id="security-ask"
        title={ask.pending.value?.title ?? ""}
        button={ask.pending.value?.action ?? ""}
        harmless={ask.pending.value?.kind === "restore-identity"}
        about={AskText}
      />
      <SetPasswordDialog open={settingPassword} onSet$={changed} />
      <LinkIdentityDialog open={linking} onLinked$={changed} />
    </div>
  )
})

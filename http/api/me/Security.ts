import { Removed } from "#domain/platform/Removed.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { ApiToken } from "#domain/identity/ApiToken.ts"
import { SignInStep } from "#domain/identity/signin/Authentication.ts"
import { Conflict, InvalidInput, NotFound, RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { OwnSecurity, SessionInfo } from "#domain/identity/SecurityView.ts"
import { ChangePassword } from "#domain/identity/UiUser.ts"
import { PasskeyName } from "#domain/identity/WebAuthn.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const passkey = { passkey_id: RowId }

export const RenamePasskey = Schema.Struct({ name: PasskeyName }).annotate({ identifier: "RenamePasskey" })

export const PasskeyRemoved = Schema.Struct({ ...Removed.fields, ...SignInStep.fields }).annotate({
  identifier: "PasskeyRemoved"
})

export const RecoveryCodes = Schema.Struct({ recovery_codes: Schema.Array(Schema.String) }).annotate({
  identifier: "RecoveryCodes"
})

/** Changes that end the caller's sessions return a new one. */
export class OwnSecurityGroup extends HttpApiGroup.make("ownSecurity")
  .add(
    HttpApiEndpoint.get("view", "/security", { success: OwnSecurity }).annotate(RequiredAccess, access.session()),
    HttpApiEndpoint.put("renamePasskey", "/passkeys/:passkey_id", {
      params: passkey,
      payload: RenamePasskey,
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotate(RequiredAccess, access.session()),
    HttpApiEndpoint.delete("removePasskey", "/passkeys/:passkey_id", {
      params: passkey,
      query: confirmQuery,
      success: PasskeyRemoved,
      error: [NotFound, Conflict, Unauthenticated]
    })
      .annotate(RequiredAccess, access.session("own_passkey.delete"))
      .annotate(Destructive, destructive.named("passkey", "its name"))
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.post("renewRecoveryCodes", "/recovery-codes", {
      success: RecoveryCodes,
      error: Conflict
    })
      .annotate(RequiredAccess, access.session("own_recovery_codes.renew"))
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.put("changePassword", "/password", {
      payload: ChangePassword,
      success: SignInStep,
      error: [InvalidInput, RateLimited, Unauthenticated]
    })
      .annotate(RequiredAccess, access.session("own_password.change"))
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.get("sessions", "/sessions", { success: Schema.Array(SessionInfo) }).annotate(
      RequiredAccess,
      access.session()
    ),
    HttpApiEndpoint.delete("revokeSession", "/sessions/:session_id", {
      params: { session_id: Schema.String.check(Schema.isUUID()) },
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.session())
      .annotate(Destructive, destructive.named("session", "its device")),
    HttpApiEndpoint.get("tokens", "/api-tokens", {
      query: { include_ended: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: Schema.Array(ApiToken)
    }).annotate(RequiredAccess, access.session())
  )
  .prefix("/api/me") {}

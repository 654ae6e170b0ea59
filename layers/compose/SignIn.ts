import * as DirectoryLdapts from "#layers/ldap/DirectoryLdapts.ts"
import * as MailNodemailer from "#layers/mail/MailNodemailer.ts"
import * as OidcClientOpenid from "#layers/oidc/OidcClientOpenid.ts"
import { Invitations } from "#services/identity/invitations/Invitations.ts"
import { S3Login } from "#services/identity/signin/S3Login.ts"
import { SignInProviders } from "#services/identity/federation/SignInProviders.ts"
import { LdapLogin } from "#services/identity/federation/LdapLogin.ts"
import { OidcLogin } from "#services/identity/federation/OidcLogin.ts"
import { ProviderTrials } from "#services/identity/federation/ProviderTrials.ts"
import { TestEmail } from "#services/identity/TestEmail.ts"
import { Layer } from "effect"

export const SignInOutside = SignInProviders.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Invitations.layer,
      TestEmail.layer,
      S3Login.layer,
      LdapLogin.layer,
      OidcLogin.layer,
      ProviderTrials.layer
    )
  ),
  Layer.provideMerge(Layer.mergeAll(DirectoryLdapts.layer, OidcClientOpenid.layer, MailNodemailer.layer))
)

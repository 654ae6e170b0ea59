import * as DirectoryLdapts from "#layers/federation/DirectoryLdapts.ts"
import * as OidcClientOpenid from "#layers/federation/OidcClientOpenid.ts"
import { S3Login } from "#services/access/S3Login.ts"
import { SignInProviders } from "#services/access/SignInProviders.ts"
import { LdapLogin } from "#services/federation/LdapLogin.ts"
import { OidcLogin } from "#services/federation/OidcLogin.ts"
import { Layer } from "effect"

/**
 * Signing in with what lies outside: identity providers, directories and S3 gateways.
 * Open: `Access` and `AuditAndCipher`, EndpointRecords, BucketGateway, Outbound, Settings.
 */
export const SignInOutside = SignInProviders.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(S3Login.layer, LdapLogin.layer, OidcLogin.layer)),
  Layer.provideMerge(Layer.merge(DirectoryLdapts.layer, OidcClientOpenid.layer))
)

/** As in the README (test/docs/commands.test.ts). */

export const NEW_SETUP_LINK = "npm run stowage -- bootstrap-token"

const CAPABILITIES = "users=*;buckets=*;metadata=*;usage=*;info=*;accounts=*;ratelimit=*"

const TECHNICAL_USER = "--uid stowage --display-name Stowage"

export const CREATE_TECHNICAL_USER = `radosgw-admin user create ${TECHNICAL_USER} --caps "${CAPABILITIES}"`

export const ADD_CAPABILITIES = `radosgw-admin caps add --uid stowage --caps "${CAPABILITIES}"`

/** Its key reaches buckets of any owner. */
export const CREATE_CLUSTER_KEY_USER = "radosgw-admin user create --uid=stowage-s3 --display-name=Stowage --admin"

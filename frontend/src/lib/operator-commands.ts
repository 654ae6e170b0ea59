/** Commands exactly as in the README (test/docs/commands.test.ts compares them). */

export const NEW_SETUP_LINK = "npm run stowage -- bootstrap-token"

const CAPABILITIES = "users=*;buckets=*;metadata=*;usage=*;info=*;accounts=*;ratelimit=*"

const TECHNICAL_USER = "--uid stowage --display-name Stowage"

/**
 * Creates the technical user on the cluster, with all capabilities that Stowage needs. Prints access key and secret
 * key.
 */
export const CREATE_TECHNICAL_USER = `radosgw-admin user create ${TECHNICAL_USER} --caps "${CAPABILITIES}"`

export const ADD_CAPABILITIES = `radosgw-admin caps add --uid stowage --caps "${CAPABILITIES}"`

/** Creates the RGW user whose key reaches buckets of any owner. */
export const CREATE_CLUSTER_KEY_USER = "radosgw-admin user create --uid=stowage-s3 --display-name=Stowage --admin"

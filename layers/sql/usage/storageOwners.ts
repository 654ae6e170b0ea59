const key = (owner: string) => `'endpoint:' || storage_endpoint_id || '/owner:' || ${owner} as key`

export const owners = `
  select 'account' as kind, id, name, storage_endpoint_id, rgw_account_id as owner, ${key("rgw_account_id")}
  from rgw_accounts
  union all
  select 's3_user', id, name, storage_endpoint_id, rgw_user_uid, ${key("rgw_user_uid")} from rgw_users`

/** Usage per owner with a complete listing; a bucket without statistics makes its owner's sum unknown. */
export const storageByOwner = `
  with owners as (${owners}),
  sums as (
    select r.key, count(*) as buckets, sum(r.used_bytes) as bytes, sum(r.object_count) as objects,
      bool_and(r.used_bytes is not null) as whole
    from bucket_listing_rows r where r.key in (select key from owners) group by r.key
  ),
  held as (
    select o.*, l.refreshed_at, l.state = 'complete' and coalesce(s.whole, true) as known,
      coalesce(s.buckets, 0)::int as buckets, coalesce(s.bytes, 0)::float8 as bytes,
      coalesce(s.objects, 0)::float8 as objects
    from owners o left join bucket_listings l on l.key = o.key left join sums s on s.key = o.key
  )`

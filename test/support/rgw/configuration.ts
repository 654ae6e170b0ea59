import * as path from "node:path"
import { libraries } from "./programs.ts"

export interface Layout {
  readonly folder: string
  readonly clusterId: string
  readonly monitorPort: number
  readonly gatewayPort: number
}

/** Ceph's in-memory debug log takes a quarter of its CPU time. */
const silent =
  "none lockdep context crush mds buffer timer filer striper objecter rados client osd optracker objclass " +
  "filestore journal ms mon monc paxos tp auth crypto finisher heartbeatmap perfcounter rgw rgw_sync " +
  "rgw_datacache rgw_access rgw_lifecycle rgw_notification asok throttle refs compressor bluestore bluefs bdev " +
  "rocksdb mgr mgrc"

/** One monitor, OSD and gateway on loopback: no authentication, replicas or scrubbing, and the shortest delays. */
export const configuration = ({ clusterId, folder, gatewayPort, monitorPort }: Layout): string => `
[global]
fsid = ${clusterId}
mon_host = [v2:127.0.0.1:${monitorPort}]
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
auth_allow_insecure_global_id_reclaim = false
public_network = 127.0.0.0/8
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
ms_bind_msgr1 = false
ms_async_op_threads = 2
# the gateway does not connect without it when authentication is off
ms_mon_client_mode = crc
plugin_dir = ${path.join(libraries, "ceph")}
erasure_code_dir = ${path.join(libraries, "ceph/erasure-code")}
osd_class_dir = ${path.join(libraries, "rados-classes")}
run_dir = ${path.join(folder, "run")}
crash_dir = ${path.join(folder, "log")}
admin_socket =
log_file = ${path.join(folder, "log/$name.log")}
log_to_stderr = false
err_to_stderr = true
${silent
  .split(" ")
  .map((name) => `debug_${name} = 0/0`)
  .join("\n")}
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
mon_data_avail_warn = 1
mon_data_avail_crit = 0

[mon]
mon_data = ${path.join(folder, "mon")}
mon_cluster_log_file = ${path.join(folder, "log/cluster.log")}
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
mon_tick_interval = 1
mon_memory_autotune = false
rocksdb_cache_size = 33554432
mon_mgr_inactive_grace = 1000000000
mon_mgr_mkfs_grace = 1000000000

[osd]
osd_data = ${path.join(folder, "osd")}
osd_objectstore = bluestore
osd_class_default_list = *
osd_class_load_list = *
bluestore_block_path =
bluestore_block_create = true
# a sparse file: only what is written takes space
bluestore_block_size = 68719476736
bluestore_block_db_create = false
bluestore_block_wal_create = false
bluestore_cache_autotune = false
bluestore_cache_size = 268435456
osd_memory_target_autotune = false
osd_memory_target = 1073741824
osd_op_num_shards = 2
osd_op_num_threads_per_shard = 2
osd_max_scrubs = 1
osd_scrub_begin_hour = 3
osd_scrub_end_hour = 3
osd_mclock_skip_benchmark = true
osd_op_queue = wpq
osd_pool_default_read_lease_ratio = 0.1
osd_max_object_name_len = 2048
osd_min_pg_log_entries = 50
osd_max_pg_log_entries = 200

[client.rgw]
rgw_data = ${path.join(folder, "run")}
# without tcp_nodelay each answer with a body waits 40 ms on a kept-alive connection
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
rgw_thread_pool_size = 64
rgw_enable_apis = s3, s3website, admin, sts, iam, notifications
rgw_enable_static_website = true
rgw_dns_name = localhost
rgw_dns_s3website_name = website.localhost
rgw_enable_usage_log = true
rgw_usage_log_tick_interval = 1
rgw_usage_max_user_shards = 1
rgw_usage_max_shards = 4
rgw_s3_auth_use_sts = true
rgw_sts_key = abcdefghijklmnop
rgw_override_bucket_index_max_shards = 1
rgw_dynamic_resharding = false
rgw_gc_obj_min_wait = 5
rgw_gc_processor_period = 10
rgw_gc_processor_max_time = 10
rgw_bucket_quota_ttl = 1
rgw_user_quota_bucket_sync_interval = 1
rgw_user_quota_sync_interval = 10
rgw_bucket_logging_obj_roll_time = 5
rgw_topic_persistency_sleep_duration = 1
rgw_crypt_require_ssl = false
rgw_crypt_s3_kms_backend = testing
rgw_crypt_s3_kms_encryption_keys = testkey-1=YmluCmJvb3N0CmJvb3N0LWJ1aWxkCmNlcGguY29uZgo=
`

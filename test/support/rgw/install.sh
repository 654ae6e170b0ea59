#!/usr/bin/env bash
# install.sh FOLDER [PACKAGE...]: unpacks Debian's Ceph programs, and further packages, into FOLDER, beside nothing else
# of the machine: a private apt with lists and an empty package status of its own fetches them, nothing is installed,
# no root is needed.
# Ends with one line "rgw: why" on stderr when this machine cannot.
set -euo pipefail

root=$1
more=("${@:2}")
suite=${STOWAGE_TEST_CEPH_SUITE:-forky} # Ceph 20, the first with accounts complete

die() { printf 'rgw: %s\n' "$*" >&2; exit 1; }

[[ $(uname -sm) == "Linux x86_64" ]] || die "Debian's packages are fetched for Linux on x86_64 only, this is $(uname -sm)"
for tool in apt-get dpkg-deb tar xargs; do
  command -v "$tool" >/dev/null || die "$tool is missing: this is not a Debian machine"
done
for keyring in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp} ""; do [[ -r $keyring ]] && break; done
[[ -n $keyring ]] || die "the Debian archive keyring is missing (apt-get install debian-archive-keyring)"
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep -m1 -E '/debian/?$' || true)
[[ -n $mirror ]] || die "this machine's apt knows no Debian mirror"

work=$root.work
rm -rf "$work" "$root.new"
mkdir -p "$work"/{lists/partial,cache/archives/partial,etc/{sources.list.d,preferences.d,apt.conf.d,trusted.gpg.d},debs} "$root.new"
trap 'rm -rf "$work" "$root.new"' EXIT

printf 'deb [arch=amd64 signed-by=%s] %s %s main\n' "$keyring" "$mirror" "$suite" >"$work/etc/sources.list"
: >"$work/status"
# a mirror that lags may serve lists past their date; they are signed all the same
cat >"$work/apt.conf" <<EOF
Dir::State "$work"; Dir::State::lists "$work/lists"; Dir::State::status "$work/status";
Dir::Cache "$work/cache"; Dir::Etc "$work/etc"; Dir::Log "$work";
APT::Architecture "amd64"; APT::Architectures "amd64"; APT::Install-Recommends "false"; APT::Sandbox::User "";
Acquire::Languages "none"; Acquire::Check-Valid-Until "false"; Acquire::Retries "3"; Acquire::http::Timeout "30";
EOF
export APT_CONFIG=$work/apt.conf

apt-get update -qq >"$work/log" 2>&1 && ! grep -qE '^(E:|Err|W: (Failed to fetch|Some index))' "$work/log" ||
  die "Debian's $suite cannot be reached: $(grep -m1 -E '^(E|Err|W)' "$work/log" || echo 'no network')"

# dependencies of a whole machine (boot, disks, logins, compilers) that daemons started by hand never touch
unused='systemd|systemd-.*|libsystemd-shared|sudo|lvm2|liblvm2.*|ceph-volume|binutils.*|libbinutils|libgprofng.*|libctf.*'
unused+='|libsframe.*|libjansson.*|cryptsetup.*|libcryptsetup.*|e2fsprogs|gdisk|hdparm|logrotate|cron.*|nvme-cli|parted'
unused+='|psmisc|smartmontools|uuid-runtime|xfsprogs|adduser|passwd|login.*|openssl|debconf|init-system-helpers|mount'
unused+='|util-linux|perl-base|dpkg|tar|dmsetup|dmeventd|libdevmapper.*|libpam.*|libsemanage.*|libsepol.*|libdb5.*'
unused+='|libparted.*|libss2|logsave|libext2fs.*|libedit2|libpopt0|libdebconfclient0|base-passwd|libsmartcols1|libinih1'
unused+='|libpcre2.*|libselinux.*|libmount1|libaudit.*|libbsd0|libmd0'
packages=$(apt-get install --print-uris -qq -y radosgw ceph-mon ceph-osd libeatmydata1 "${more[@]}" |
  sed -nE "s/^'[^']+' ([^_ ]+)_.*/\1/p" | grep -vxE "$unused") || die "Debian's $suite has no Ceph packages"

# shellcheck disable=SC2086 # a list of words
(cd "$work/debs" && apt-get download -qq $packages) || die "the download of Ceph's packages was cut off"
mkdir -p "$root.new"/usr/{bin,sbin,lib,lib64}
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root.new/$folder"; done
printf '%s\0' "$work"/debs/*.deb | xargs -0 -n 1 -P "$(nproc)" bash -c \
  'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$0" --keep-directory-symlink --no-same-owner' "$root.new" 2>"$work/log" ||
  die "unpacking failed: $(tail -n 1 "$work/log")"
rm -rf "$root.new"/usr/share/{doc,man,locale,i18n,lintian,bash-completion,info,zoneinfo} "$root.new"/usr/lib/systemd \
  "$root.new"/usr/bin/{rbd*,cephfs-*,ceph-objectstore-tool,ceph-dencoder,ceph-syn,radosgw-es,radosgw-object-expirer} \
  "$root.new"/usr/lib/x86_64-linux-gnu/{gconv,librgw.so*}
mv "$root.new" "$root"

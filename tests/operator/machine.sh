#!/bin/bash
# Makes a copy of this machine that is thrown away: its own file system over the real one, its own network with only the loopback
# interface, its own processes. Runs as the first process of `unshare --mount --net --pid --fork`.
# Arguments: an empty folder, the folder of the project, the folder of Debian packages. Everything ends when standard input is closed.
set -euo pipefail
# The tests may run in a process in which a server has set its own; then PostgreSQL, with a user of its own, could read nothing.
umask 022
folder=$1 project=$2 packages=$3
root=$folder/root

mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{root,upper,work,project-upper,project-work}
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
mkdir -p "$root/srv/project" "$root/run/lock"
mount -t overlay overlay -o "lowerdir=$project,upperdir=$folder/project-upper,workdir=$folder/project-work" "$root/srv/project"
ln -s /srv/project "$root/opt/kanat"
mount --bind "$packages" "$root/mnt"
ip link set lo up

# No package starts a server by itself.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
chroot "$root" sh -c 'DEBIAN_FRONTEND=noninteractive dpkg --force-confnew --install /mnt/*.deb' >"$folder/packages.log" 2>&1 ||
  { cat "$folder/packages.log" >&2; exit 1; }
ln -sf /opt/kanat/tests/operator/systemctl.ts "$root/usr/local/bin/systemctl"
# The day in /run/day, so that a test lasts over midnight and can go on to the next night.
date +%F >"$root/run/day"
printf '#!/bin/sh\n[ "$*" = +%%F ] && exec cat /run/day\nexec /usr/bin/date "$@"\n' >"$root/usr/local/bin/date"
chmod 755 "$root/usr/local/bin/date"
echo ready
# Bash collects the processes that end, and ends itself, and so everything else, with the test.
while read -r _; do :; done

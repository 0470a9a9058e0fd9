import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The folder into which `install.mjs` unpacks nginx, so that no server starts on this machine. */
export const UNPACKED_NGINX = join(import.meta.dirname, '../../..', '.build', 'nginx')

/** Debian has nginx in a folder that only root has in the path. */
const PLACES = ['nginx', '/usr/sbin/nginx', join(UNPACKED_NGINX, 'usr/sbin/nginx')]

/**
 * The nginx for the tests; undefined if there is none that runs.
 *
 * @returns {string | undefined}
 */
export function findNginx() {
  return PLACES.find((path) => spawnSync(path, ['-v']).status === 0)
}

import { join } from 'node:path'

/** The folder into which `install.mjs` downloads Debian's packages for the test that runs the operator's commands. */
export const DRILL_PACKAGES = join(import.meta.dirname, '../../..', '.build', 'drill-packages')

/** The programs that the pages use beside Kanat. */
export const DRILL_PROGRAMS = ['curl', 'jq', 'nginx', 'postgresql', 'rsync', 'sqlite3']

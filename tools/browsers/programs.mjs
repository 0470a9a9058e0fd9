import { findOnPath } from '../../tests/support/programs/find-on-path.mjs'

/** The programs of `npm run browsers`: the package of Debian that has each, and the names under which it is installed. */
const PROGRAMS = [
  { packageName: 'firefox-esr', names: ['firefox-esr', 'firefox'] },
  { packageName: 'webkit2gtk-driver', names: ['WebKitWebDriver'] },
  { packageName: 'xvfb', names: ['xvfb-run'] },
]

/**
 * The packages of Debian whose programs are missing.
 *
 * @returns {string[]}
 */
export function findMissingPackages() {
  return PROGRAMS.filter(({ names }) => findOnPath(names) === undefined).map(({ packageName }) => packageName)
}

/**
 * The path of the program.
 *
 * @param {'firefox-esr' | 'webkit2gtk-driver' | 'xvfb'} wanted the package that has the program
 * @returns {string}
 * @throws if the program is missing
 */
export function getProgram(wanted) {
  const path = findOnPath(PROGRAMS.find(({ packageName }) => packageName === wanted)?.names ?? [])
  if (path === undefined) throw new Error(`${wanted} is missing.`)
  return path
}

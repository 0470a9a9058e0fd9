/** What every process of Node has that a test starts. `tests/docs/processes.test.ts` finds one that was started without it. */
import { delimiter, join } from 'node:path'

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Compiled modules, which every process reads again: a start then needs a third less processor time. */
const COMPILE_CACHE = join(ROOT, '.build/compile-cache')

/** The environment of a process that a test starts; nothing of the machine but its programs. @param env what else it has */
export function nodeEnvironment(env: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  return {
    PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...env,
  }
}

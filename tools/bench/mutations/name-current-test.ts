/** Writes down which test file runs, for `count-point.mjs`. */
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

const path = relative(process.cwd(), expect.getState().testPath ?? '')
const database = process.env.TEST_DATABASE ?? 'sqlite'
writeFileSync(join(import.meta.dirname, 'current-test'), `${database}\t${path}`)

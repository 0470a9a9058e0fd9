/** The counter in the tree whose points are counted. It writes a line at the first call of each point in this process. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = import.meta.dirname
const written = new Set()
/** The test file that runs, which `current-test` names. A process that a test starts belongs to it until the process ends. */
let test

export function countPoint(point) {
  if (written.has(point)) return
  written.add(point)
  try {
    test ??= readFileSync(join(FOLDER, 'current-test'), 'utf8')
    appendFileSync(join(FOLDER, 'counted'), `${test}\t${point}\n`)
  } catch {
    // On a full disk, without free descriptors, or before the first test: the point is not counted.
  }
}

/** Set-up of every file of vitest: writes the processor time that the file took, for the summary at the end of `npm test`. */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { processTreeMs } from './processor-time.ts'

const record = process.env.PROCESSOR_TIMES
if (record) {
  const begin = processTreeMs()
  // Hooks that are registered first end last.
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? '')
    const { TEST_DATABASE = '', TEST_POSTGRES = '', TEST_STORE = '' } = process.env
    const project = [TEST_DATABASE, TEST_POSTGRES, TEST_STORE].filter(Boolean).join(' ')
    appendFileSync(record, `${JSON.stringify({ file, project, ms: processTreeMs() - begin })}\n`)
  })
}

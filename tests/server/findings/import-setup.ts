/** An app with a signed-in operator, and a new turbine for a file of findings before each test. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { findingsOf } from '../../support/finding-setup.ts'
import { TestApp } from '../../support/test-app.ts'

export let testApp: TestApp
export let own: number
export let operator: Client
export let turbine: number

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpImport(): void {
  beforeAll(async () => {
    testApp = await TestApp.open()
    own = await makeCompany(testApp)
    operator = await signInAs(testApp, 'operator', own)
  })
  beforeEach(async () => {
    turbine = await makeTurbine(testApp, { company_id: own, code: 'T-7', blade_length: 60 })
  })
  afterAll(() => testApp[Symbol.asyncDispose]())
}

/** Sends a file, by default one whose distances are those from the root and whose findings are added to the turbine. */
export const sendTable = (csv: string, fields: Partial<FindingImport> = {}, id = turbine) =>
  operator.json('POST', findingsOf(id, '/import'), { csv, distances_from: 'root', dry_run: false, ...fields })
/** Sends a file as `sendTable` does, and reads what becomes of it. */
export const importTable = async (csv: string, fields: Partial<FindingImport> = {}, id = turbine) =>
  readData<FindingImportResult>(await sendTable(csv, fields, id))
export const listFindings = async (id = turbine) => readData<Finding[]>(await operator.get(findingsOf(id)))

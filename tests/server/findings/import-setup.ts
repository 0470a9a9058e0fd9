/** An app with a signed-in operator, and a new turbine for a file of findings before each test. */
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { operator, setUpFarm, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { findingsOf } from '../../support/finding-setup.ts'

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpImport(): void {
  setUpFarm('file', ['operator'], { turbines: 'test', fields: { code: 'T-7', blade_length: 60 } })
}

/** Sends a file, by default one whose distances are those from the root and whose findings are added to the turbine. */
export const sendTable = (csv: string, fields: Partial<FindingImport> = {}, id = turbine) =>
  operator.json('POST', findingsOf(id, '/import'), { csv, distances_from: 'root', dry_run: false, ...fields })
/** Sends a file as `sendTable` does, and reads what becomes of it. */
export const importTable = async (csv: string, fields: Partial<FindingImport> = {}, id = turbine) =>
  readData<FindingImportResult>(await sendTable(csv, fields, id))
export const listFindings = async (id = turbine) => readData<Finding[]>(await operator.get(findingsOf(id)))

import type { TestApp } from '../../support/test-app.ts'

/** Counts the rows that calls make. The audit log has one for each mail, too. */
export async function countRows(testApp: TestApp): Promise<number> {
  const { read } = testApp.services.db
  const tables = [
    'turbine',
    'company',
    'user',
    'comment',
    'finding',
    'report',
    'photo_archive',
    'file_job',
    'dossier',
    'audit',
  ] as const
  let rows = 0
  for (const table of tables) {
    const { n } = await read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    rows += Number(n)
  }
  return rows
}

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { FILE_KINDS } from '#server/features/stored-files/file-kinds.ts'
import { listStoredFiles } from '#server/features/stored-files/stored-files.ts'
import type { StoredFile } from '#server/infrastructure/store/stored-file.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, pdf } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

it('registers every table whose rows have a file', async () => {
  await using testApp = await TestApp.open()
  const { rows } = await sql<{ name: string }>`
    select tables.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.name = 'sha256' order by tables.name`.execute(
    testApp.services.db.write,
  )
  // The checksum of a version, also in the register, is that of its document, which is in the row of the version.
  const names = rows.map(({ name }) => name).filter((name) => !['inspection_version', 'seal'].includes(name))
  expect(names).toEqual(FILE_KINDS.map(({ table }) => table).sort())
})

it('returns the same files by key and in the list', async () => {
  await using testApp = await TestApp.open()
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const client = await signInAs(testApp, 'superadmin')
  await client.upload(turbine, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg({ width: 8 }) })
  await client.uploadReports(turbine, { 'a.pdf': pdf() }, { year: '2026' })

  const { read } = testApp.services.db
  const listed: StoredFile[] = []
  for await (const file of listStoredFiles(read)) listed.push(file)
  expect(new Set(listed.map(({ table }) => table))).toEqual(new Set(FILE_KINDS.map(({ table }) => table)))
  const keys = listed.map(({ key }) => key)
  const found = await Promise.all(FILE_KINDS.map((kind) => kind.withKeys(read, keys)))
  expect(new Set(found.flat())).toEqual(new Set(listed))
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signInAs } from '../../tests/support/accounts.ts'
import { makeCompany, makeTurbine } from '../../tests/support/builders.ts'
import { ContentCopy } from '../../tests/support/content/content-copy.ts'
import { addFinding } from '../../tests/support/finding-setup.ts'
import { TestApp } from '../../tests/support/test-app.ts'
import { warnOfLostTypes } from './lost-types.ts'

it('warns of a type that findings have and the list of an editor lacks, by its id, and changes nothing', async () => {
  await using testApp = await TestApp.open()
  using copy = new ContentCopy()
  const company = await makeCompany(testApp)
  const turbine = await makeTurbine(testApp, { company_id: company })
  const superadmin = await signInAs(testApp, 'superadmin')
  for (const type of ['pitting', 'pitting', 'oil', 'le-erosion'])
    await addFinding(superadmin, turbine, { type })
  const { dataDir, databaseUrl } = testApp.services.config
  const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const before = await testApp.contents()
  expect(await warnOfLostTypes(copy.folder, env)).toEqual([])
  copy.changeJson('findings/types.json', (value) => {
    value.types = value.types.filter(({ id }: { id: string }) => id !== 'pitting' && id !== 'oil')
  })
  expect(await warnOfLostTypes(copy.folder, env)).toEqual([
    'content/findings/types.json, types: "oil" is missing, but 1 finding has it; bring it back.',
    'content/findings/types.json, types: "pitting" is missing, but 2 findings have it; bring it back.',
  ])
  expect(await testApp.contents()).toEqual(before)
})

it('says nothing on a machine without a database, and one sentence if the database cannot be read', async () => {
  using copy = new ContentCopy()
  expect(await warnOfLostTypes(copy.folder, { DATA_DIR: join(copy.root, 'no-data') })).toEqual([])
  const refused = await warnOfLostTypes(copy.folder, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(refused).toEqual([
    expect.stringMatching(/^The types of the stored findings cannot be compared: .*ECONNREFUSED/),
  ])
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { isPostgres } from '#server/infrastructure/database/differing-sql.ts'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData, readUpload } from '../../support/builders.ts'
import { NAMED_BLADES } from '../../support/files/named-blades.ts'
import { addFinding } from '../../support/finding-setup.ts'

setUpTurbine()

const bladesOf = async () => {
  const photos = await readData<Photo[]>(await operator.get(`/api/turbines/${turbine}/photos?view=all`))
  return new Map(photos.map(({ originalName, blade }) => [originalName, blade]))
}

async function upload(name: string, fields: Record<string, string> = {}): Promise<Photo> {
  const [photo] = (await readUpload(await operator.upload(turbine, { [name]: await jpeg() }, fields))).data
  if (!photo) throw new Error(`${name} was refused`)
  return photo
}

it('takes the blade of an uploaded photo from its name if the upload does not say it', async () => {
  expect((await upload('bladeB_x.jpg', { blade: '' })).blade).toBe('B')
  expect((await upload('bladeC_y.jpg', { blade: '', category: 'drone' })).blade).toBe('C')
  expect((await upload('bladeB_z.jpg', { blade: 'A' })).blade).toBe('A')
  expect((await upload('bladeDrone.jpg', { blade: '' })).blade).toBeNull()
})

it('gives stored photos the blade that their names say, and leaves those that have one', async () => {
  for (const [name] of NAMED_BLADES) await upload(name, { blade: '' })
  await upload('bladeB_given.jpg', { blade: 'A' })
  const marked = await upload('bladeB_marked.jpg', { blade: '' })
  await upload('bladeB_agreed.jpg', { blade: '' })
  await addFinding(operator, turbine, { photo_id: marked.id, blade: 'B' })
  const { write } = testApp.services.db
  await write
    .updateTable('photo')
    .set({ blade: null })
    .where('turbine_id', '=', turbine)
    .where('original_name', '!=', 'bladeB_given.jpg')
    .execute()
  await write.updateTable('finding').set({ blade: 'C' }).where('photo_id', '=', marked.id).execute()
  const migration = readMigrations(isPostgres(write) ? 'postgres' : 'sqlite').find(({ name }) =>
    name.startsWith('0037-'),
  )
  await sql.raw(migration?.sql ?? '').execute(write)
  const blades = await bladesOf()
  for (const [name, blade] of NAMED_BLADES) expect([name, blades.get(name)]).toEqual([name, blade ?? null])
  expect(blades.get('bladeB_given.jpg')).toBe('A')
  expect(blades.get('bladeB_marked.jpg')).toBeNull()
  expect(blades.get('bladeB_agreed.jpg')).toBe('B')
})

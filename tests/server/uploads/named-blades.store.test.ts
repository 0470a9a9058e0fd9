import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { jpeg, readUpload } from '../../support/builders.ts'

setUpTurbine()

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

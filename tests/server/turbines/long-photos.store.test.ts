import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Turbine } from '#domain/turbine.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { jpeg, readData, readUpload } from '../../support/builders.ts'

setUpTurbine()

it.each([
  ['a whole blade, upright', 600, 6000, 1280],
  ['a whole blade, lying', 6000, 600, 1280],
  ['an ordinary photo', 600, 400, 320],
])(
  'the thumbnail of %s has enough pixels: of the photo, the turbine and the finding',
  async (_, width, height, name) => {
    const { data } = await readUpload(
      await operator.upload(turbine, { 'a.jpg': await jpeg({ width, height }) }),
    )
    const photo = data[0]
    expect(photo?.thumb_url).toBe(`${photo?.url}?w=${name}`)
    const turbines = await readData<Turbine[]>(await operator.get('/api/turbines'))
    const cover_url = turbines.find(({ id }) => id === turbine)?.cover_url
    expect(cover_url).toBe(photo?.thumb_url)
    const body = { photo_id: photo?.id, blade: 'A', side: 'LE', type: 'crack-transverse' }
    const finding = await operator.json('POST', `/api/turbines/${turbine}/findings`, body)
    expect((await readData<Finding>(finding)).thumb_url).toBe(photo?.thumb_url)
    expect((await (await operator.get(cover_url ?? '')).blob()).type).toMatch(/^image\//)
  },
)

/** Why photos were not looked at is said when it is so, and not when somebody has looked at them meanwhile. */
import { describe, expect, it } from 'vitest'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { operator, setUpFarm, turbine } from '../../support/app-setup.ts'
import { jpeg, readError } from '../../support/builders.ts'
import { inspectionOf, readInspection, saveInspection } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('test', ['operator'], { jobs: 'wait' })

const move = (to: string, reason = '') => moveInspection(operator, turbine, YEAR, to, reason)

const upload = async (name: string) =>
  (await operator.uploadPhoto(turbine, name, await jpeg(), { year: String(YEAR) })).id

async function look(photo: number): Promise<void> {
  const path = `/api/turbines/${turbine}/photos/${photo}/look`
  expect((await operator.json('PUT', path, { looked: true })).status).toBe(200)
}

const reason = async () => (await readInspection(operator, turbine, YEAR)).unlooked_reason

const sealed = async (version: number) => {
  const answer = await operator.get(inspectionOf(turbine, YEAR, `/versions/${version}`))
  return ((await answer.json()) as SealedDocument).unlooked_reason
}

describe('the reason', () => {
  it('is gone when the inspection is closed again and all is looked at', async () => {
    const photo = await upload('a.jpg')
    await move('in_review', 'Sis vardı.')
    await move('open')
    expect(await reason()).toBe('Sis vardı.')
    await look(photo)
    expect((await move('in_review')).status).toBe(200)
    expect(await reason()).toBe('')
  })

  it('is not sealed if all is looked at while the inspection is in review', async () => {
    const photo = await upload('a.jpg')
    await move('in_review', 'Sis vardı.')
    await look(photo)
    expect((await move('published')).status).toBe(200)
    expect([await reason(), await sealed(1)]).toEqual(['', ''])
  })

  it('is not sealed in a further version if all is looked at by then', async () => {
    const photo = await upload('a.jpg')
    await move('published', 'Sis vardı.')
    await look(photo)
    await look(await upload('b.jpg'))
    await move('published', 'İkinci uçuş.')
    expect([await sealed(1), await sealed(2), await reason()]).toEqual(['Sis vardı.', '', ''])
  })

  it('stays while photos are not looked at, whatever the further version is for', async () => {
    await upload('a.jpg')
    await move('published', 'Sis vardı.')
    await upload('b.jpg')
    await move('published', 'İkinci uçuş.')
    expect([await sealed(2), await reason()]).toEqual(['Sis vardı.', 'Sis vardı.'])
  })

  it('stays when the inspection is opened again for a further version', async () => {
    await upload('a.jpg')
    await move('published', 'Sis vardı.')
    await saveInspection(operator, turbine, { inspector: 'Ada' }, YEAR)
    await move('open')
    expect((await move('published', 'Denetçi yazıldı.')).status).toBe(200)
    expect([await sealed(2), await reason()]).toEqual(['Sis vardı.', 'Sis vardı.'])
  })

  it('is asked for photos that come while the inspection is in review', async () => {
    await look(await upload('a.jpg'))
    expect((await move('in_review')).status).toBe(200)
    await upload('b.jpg')
    expect(await readError(await move('published'))).toEqual([400, 'reason_required'])
    expect((await move('published', 'Geç geldi.')).status).toBe(200)
    expect([await sealed(1), await reason()]).toEqual(['Geç geldi.', 'Geç geldi.'])
  })

  it('is not asked again for the photos of which it is known', async () => {
    await upload('a.jpg')
    await move('in_review', 'Sis vardı.')
    expect((await move('published')).status).toBe(200)
    expect(await sealed(1)).toBe('Sis vardı.')
  })
})

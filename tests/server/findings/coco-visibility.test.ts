/** Who sees which photos in the file for training detectors, and by which names. */
import { beforeAll, expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readUpload } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { publishAll } from '../../support/publish-inspection.ts'

const NAME = 'Iğdır 4'

let superadmin: Client
let companies: number[]
let turbines: number[]

setUpApp('file')
beforeAll(async () => {
  superadmin = await signInAs(testApp, 'superadmin')
  companies = [await makeCompany(testApp), await makeCompany(testApp)]
  turbines = []
  for (const company_id of companies) {
    const turbine = await makeTurbine(testApp, { company_id, turbine_name: NAME })
    await addMark(superadmin, turbine)
    turbines.push(turbine)
  }
})

/** Adds a photo with a box. */
async function addMark(client: Client, turbine: number): Promise<void> {
  const { data } = await readUpload(await client.upload(turbine, { 'DJI_0001.jpg': await jpeg() }))
  const corners: [number, number][] = [
    [0.25, 0.25],
    [0.5, 0.5],
  ]
  await addFinding(client, turbine, {
    photo_id: (data[0] as Photo).id,
    shape: { on: 'image', kind: 'box', points: corners },
  })
}

/** The names of the photos, and how many marks there are. */
async function filesOf(client: Client): Promise<{ names: string[]; marks: number }> {
  const answer = await client.get('/api/findings.coco.json', { 'Accept-Language': 'en' })
  expect(answer.status).toBe(200)
  const { images, annotations } = (await answer.json()) as {
    images: { file_name: string }[]
    annotations: object[]
  }
  return { names: images.map(({ file_name }) => file_name), marks: annotations.length }
}

it('has the marks of all companies for a superadmin, and their ids behind turbines of one name', async () => {
  const names = turbines.map((turbine) => `${NAME} photos (${turbine})/DJI_0001.jpg`)
  expect(await filesOf(superadmin)).toEqual({ names, marks: 2 })
})

it('has the own company alone for an operator, and no id behind a name that is one there', async () => {
  const operator = await signInAs(testApp, 'operator', companies[0])
  expect(await filesOf(operator)).toEqual({ names: [`${NAME} photos/DJI_0001.jpg`], marks: 1 })
})

it('has nothing for a customer before the inspection is published', async () => {
  const customer = await signInAs(testApp, 'customer', companies[0])
  expect(await filesOf(customer)).toEqual({ names: [], marks: 0 })
  await publishAll(superadmin, turbines[0] as number)
  expect(await filesOf(customer)).toEqual({ names: [`${NAME} photos/DJI_0001.jpg`], marks: 1 })
})

it.each([
  ['Çeşme ı', 'Çeşme I'],
  ['Foça/1', 'Foça:1'],
])('has ids behind %s and %s, whose folders are one on some systems', async (...names) => {
  const company_id = await makeCompany(testApp)
  const operator = await signInAs(testApp, 'operator', company_id)
  const folders: string[] = []
  for (const turbine_name of names) {
    const turbine = await makeTurbine(testApp, { company_id, turbine_name })
    await addMark(operator, turbine)
    folders.push(`${turbine_name.replace(/[/:]/g, '_')} photos (${turbine})/DJI_0001.jpg`)
  }
  expect(await filesOf(operator)).toEqual({ names: folders, marks: 2 })
})

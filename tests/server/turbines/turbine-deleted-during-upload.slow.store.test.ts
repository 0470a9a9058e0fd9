import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { deleteTurbine } from '#server/features/turbines/turbine-queries.ts'
import { signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { makeTurbine, pdf, readError } from '../../support/builders.ts'

setUpTurbine()

const incoming = async () => (await testApp.files()).filter((file) => file.startsWith('incoming/'))

it('answers 404 to every upload and leaves no file, at any moment of the upload', async () => {
  const superadmin = await signInAs(testApp, 'superadmin')
  for (let round = 0; round < 12; round += 1) {
    const id = await makeTurbine(testApp, { company_id: company })
    const files = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`n${n}.pdf`, pdf(200_000)]))
    const uploads = [1, 2].map(() => operator.uploadReports(id, files))
    let answered = false
    void Promise.all(uploads).then(() => {
      answered = true
    })
    // Each round deletes later: when `incoming/` has one more file, or when the uploads are answered before that.
    await vi.waitUntil(async () => answered || (await incoming()).length > round, { interval: 0 })
    const deletion = await superadmin.delete(`/api/turbines/${id}`)
    expect(deletion.status).toBe(200)
    for (const answer of await Promise.all(uploads)) {
      if (answer.status !== 201) expect(await readError(answer)).toEqual([404, 'turbine_not_found'])
    }
    expect((await testApp.files()).filter((file) => file.includes(`turbines/${id}/`))).toEqual([])
    expect(existsSync(join(testApp.dir, `files/turbines/${id}`))).toBe(false)
  }
  expect(await incoming()).toEqual([])
})

it('answers 404, and leaves nothing, if a file cannot be moved because the turbine was deleted', async () => {
  const { store, db, fileRemovals } = testApp.services
  const keep = vi.spyOn(store, 'keep').mockImplementation(async (files) => {
    keep.mockRestore()
    await deleteTurbine(db.write, turbine)
    await fileRemovals.removeFolder(`turbines/${turbine}`)
    await store.keep(
      files.map(({ file, path }, index) => ({ file, path: index === 0 ? path : join(testApp.dir, 'gone') })),
    )
  })
  const answer = await operator.uploadReports(turbine, { 'a.pdf': pdf(), 'b.pdf': pdf() })
  expect(await readError(answer)).toEqual([404, 'turbine_not_found'])
  expect(existsSync(join(testApp.dir, `files/turbines/${turbine}`))).toBe(false)
})

import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { signInAs } from '../../support/accounts.ts'
import { operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding, findingsOf, sendFinding } from '../../support/finding-setup.ts'

setUpFarm('file', ['operator'])

it('stores places and measures in thousandths', async () => {
  const added = await addFinding(operator, turbine, {
    from_m: 12.3456789,
    to_m: 12.3465,
    length_mm: 1e-7,
    depth_mm: 0.1 + 0.2,
    area_cm2: -0,
  })
  expect(added).toMatchObject({ from_m: 12.346, to_m: 12.347, length_mm: 0, depth_mm: 0.3, area_cm2: 0 })
  const positions = await addFinding(operator, turbine, { positions_m: [22.0004, 21.9996] })
  expect([positions.positions_m, positions.from_m, positions.to_m]).toEqual([[22, 22], 22, 22])
  const changed = await operator.json('PUT', findingsOf(turbine, `/${added.id}`), { width_mm: 7.65432 })
  expect(await readData<Finding>(changed)).toMatchObject({ width_mm: 7.654 })
})

it('takes a place at the tip of a blade whose length is finer than a millimetre', async () => {
  const own = await makeCompany(testApp)
  const superadmin = await signInAs(testApp, 'superadmin')
  const fine = await makeTurbine(testApp, { company_id: own, blade_length: 61.2347 })
  expect((await sendFinding(superadmin, fine, { from_m: 61.2347 })).status).toBe(201)
  expect((await sendFinding(superadmin, fine, { positions_m: [1, 61.2347] })).status).toBe(201)
  expect((await sendFinding(superadmin, fine, { from_m: 61.236 })).status).toBe(400)
})

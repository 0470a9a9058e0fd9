/** What an `Idempotency-Key` does, whatever the call makes. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { superadmin as client, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { expectError } from '../../support/expect-error.ts'
import { deleteAsIn } from '../../support/time/delete-as-in.ts'
import { countRows } from '../stored/count-rows.ts'

setUpFarm('file', ['superadmin'])

it('makes a record with a key of 255 characters, and stores neither the key nor the body', async () => {
  const key = `secret-${'k'.repeat(248)}`
  const answer = await client.json(
    'POST',
    `/api/turbines/${turbine}/comments`,
    { comment: 'x' },
    { 'Idempotency-Key': key },
  )
  expect(answer.status).toBe(201)
  expect(await testApp.storedText()).not.toContain('secret-kkk')
})

it('says that the record of the key was deleted, and makes nothing', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  const comments = `/api/turbines/${turbine}/comments`
  const answer = await client.json('POST', comments, { comment: 'gone soon' }, key)
  const { data } = (await answer.json()) as { data: { id: number } }
  await client.delete(`${comments}/${data.id}`)
  const rows = await countRows(testApp)
  await expectError(client.json('POST', comments, { comment: 'gone soon' }, key), 410, 'record_gone')
  expect(await countRows(testApp)).toBe(rows)
})

it('answers the record as it is now', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  const answer = await client.json('POST', '/api/companies', { name: 'Lodos' }, key)
  const { data } = (await answer.json()) as { data: { id: number } }
  await client.json('PUT', `/api/companies/${data.id}`, { phone: '112' })
  const again = await client.json('POST', '/api/companies', { name: 'Lodos' }, key)
  expect(again.status).toBe(201)
  expect(await again.json()).toMatchObject({ data: { id: data.id, phone: '112' } })
})

it('takes a key again that was refused', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  await client.json('POST', '/api/companies', { name: 'Karayel' })
  expect((await client.json('POST', '/api/companies', { name: 'KARAYEL' }, key)).status).toBe(409)
  expect((await client.json('POST', '/api/companies', { name: 'Keşişleme' }, key)).status).toBe(201)
})

it('ignores the key of a dry run', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  const path = `/api/turbines/${turbine}/findings/import`
  const file = { csv: 'blade,side,type\nC,TE,oil', distances_from: 'root' }
  for (const dry_run of [true, false])
    expect(await (await client.json('POST', path, { ...file, dry_run }, key)).json()).toMatchObject({
      data: { accepted: 1 },
    })
})

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000

it('deletes keys after two days, and those from a clock that was ahead', async () => {
  const { write } = testApp.services.db
  const row = { user_id: null, call: '', body_hmac: '', made: 'null' }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await write
    .insertInto('idempotency_key')
    .values([
      { ...row, id: 'old', created_at: at(-TWO_DAYS_MS - 1000) },
      { ...row, id: 'new', created_at: at(-TWO_DAYS_MS + 60_000) },
      { ...row, id: 'ahead', created_at: at(TWO_DAYS_MS + 60_000) },
    ])
    .execute()
  await deleteAsIn(testApp.services, Date.now())
  const left = await write
    .selectFrom('idempotency_key')
    .select('id')
    .where('id', 'in', ['old', 'new', 'ahead'])
    .execute()
  expect(left).toEqual([{ id: 'new' }])
})

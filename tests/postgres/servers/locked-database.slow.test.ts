import { Client } from 'pg'
import { expect, it } from 'vitest'
import { signInAs } from '../../support/accounts.ts'
import { TestDatabase } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'

it('health and log name the database alone when it stands still, and it is asked once until it answers', async () => {
  await using database = await TestDatabase.make()
  await using app = await TestApp.open({ DATABASE_URL: database.url })
  const superadmin = await signInAs(app, 'superadmin')
  const failing = async () => {
    const answer = await superadmin.get('/api/health')
    return ((await answer.json()) as { checks?: string[] }).checks ?? []
  }
  expect(await failing()).toEqual([])
  const other = new Client({ connectionString: database.url })
  await other.connect()
  try {
    await other.query('begin; lock table company in access exclusive mode')
    await expect.poll(failing).toEqual(['database'])
    const waiting = async () => {
      const { rows } = await other.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].count as number
    }
    await failing()
    expect(await waiting()).toBeLessThanOrEqual(1)
    await other.query('rollback')
    await expect.poll(failing).toEqual([])
  } finally {
    await other.end()
  }
})

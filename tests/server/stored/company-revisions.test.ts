import { expect, it } from 'vitest'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('test')

const rename = (db: Writer, name: string) => db.updateTable('company').set({ name }).execute()

it('is the same for a company while only another one changes', async () => {
  const db = await openSqlite(folder)
  const isCurrent = (revision: number, companyId?: number) =>
    db.isCurrent(revision, db.revision() as number, companyId)
  try {
    const first = db.revision() as number
    await db.write.transaction().execute(async (transaction) => {
      db.concern(1)
      await rename(transaction, 'Yel')
    })
    expect([isCurrent(first, 1), isCurrent(first, 2), isCurrent(first)]).toEqual([false, true, false])

    const second = db.revision() as number
    await db.write.transaction().execute((transaction) => rename(transaction, 'Kanat'))
    expect([isCurrent(second, 1), isCurrent(second, 2)]).toEqual([false, false])

    const third = db.revision() as number
    await rename(db.write, 'Meltem')
    expect([isCurrent(third, 1), isCurrent(third, 2)]).toEqual([false, false])
  } finally {
    await db.close()
  }
})

it('forgets the company of a transaction that was rolled back', async () => {
  const db = await openSqlite(folder)
  try {
    const failing = db.write.transaction().execute(async (transaction) => {
      db.concern(1)
      await rename(transaction, 'Yel')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const revision = db.revision() as number
    await db.write.transaction().execute((transaction) => rename(transaction, 'Kanat'))
    expect(db.isCurrent(revision, db.revision() as number, 2)).toBe(false)
  } finally {
    await db.close()
  }
})

it('is another one for every company after a commit of another process', async () => {
  const [db, other] = [await openSqlite(folder), await openSqlite(folder)]
  try {
    const revision = db.revision() as number
    await other.write.transaction().execute(async (transaction) => {
      other.concern(1)
      await rename(transaction, 'Yel')
    })
    // They are looked for once in each turn of the event loop.
    await new Promise(setImmediate)
    expect(db.isCurrent(revision, db.revision() as number, 2)).toBe(false)
  } finally {
    await db.close()
    await other.close()
  }
})

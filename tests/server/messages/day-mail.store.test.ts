import { describe, expect, it } from 'vitest'
import { DEFAULT_TIME_ZONE, laterDay, todayIn } from '#domain/time/today.ts'
import { claimNotice } from '#server/features/notices/notice-queries.ts'
import {
  choose,
  comment,
  company,
  customer,
  list,
  MORNING,
  mailsAt,
  NEXT_DAY,
  operator,
  publish,
  recipientsAt,
  setUpNotices,
  testApp,
  YEAR,
} from './notice-setup.ts'

setUpNotices()

describe('the mail of a day', () => {
  it('has publications by default, and tells each once', async () => {
    await publish()
    const mails = await mailsAt(MORNING)
    expect([...mails.keys()].sort()).toEqual([customer.email, operator.email].sort())
    const mail = mails.get(customer.email)
    expect(mail?.headers.subject).toBe('1 yeni bildirim')
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(`Yayla 7: ${YEAR} denetimi yayınlandı (sürüm 1)`)
      expect(body).toContain('Durum D.')
    }
    expect(await recipientsAt(NEXT_DAY)).toEqual([])
  })

  const write = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      expect(await comment(operator.client, { comment: `Yorum ${n}.` })).toBe(201)
  }
  it('names the newest and says how many more there are', async () => {
    expect(await comment(customer.client, { comment: 'Ses var.' })).toBe(201)
    await choose(customer.client, { comment: { bell: true, mail: true } })
    await write(23)
    const mail = (await mailsAt(MORNING)).get(customer.email)
    expect(mail?.headers.subject).toBe('23 yeni bildirim')
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('Yorum 22.')
      expect(body).not.toContain('Yorum 2.')
      expect(body).toContain('3 bildirim daha var')
    }
  })

  it('does not tell what is older than a week', async () => {
    await publish()
    const later = `${laterDay(todayIn(DEFAULT_TIME_ZONE), 9)}T05:00:00.000Z`
    expect(await recipientsAt(new Date(later))).not.toContain(customer.email)
    expect(await list(customer)).toMatchObject({ unread: 1 })
  })

  it('does not count as told what came while it was written', async () => {
    await comment(customer.client, { comment: 'Ses var.' })
    await choose(customer.client, { comment: { bell: true, mail: true } })
    await comment(operator.client, { comment: 'Bakıldı.' })
    const { db, transactions } = testApp.services
    const [first] = (await list(customer)).data
    await comment(operator.client, { comment: 'Ölçüldü.' })
    await transactions.run((transaction) => {
      db.concern(company)
      return claimNotice(transaction, customer.id, '2026-11-24', [first?.id ?? 0])
    }, 'refuse')
    const mail = (await mailsAt(MORNING)).get(customer.email)
    expect(mail?.text).toContain('Ölçüldü.')
    expect(mail?.text).not.toContain('Bakıldı.')
  })
})

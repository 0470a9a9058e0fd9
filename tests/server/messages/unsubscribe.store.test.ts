import { describe, expect, it } from 'vitest'
import { unsubscribeToken } from '#server/features/notices/unsubscribe-token.ts'
import { makeVisitor } from '../../support/accounts.ts'
import { readError } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import {
  MORNING,
  mailsAt,
  manager,
  NEXT_DAY,
  operator,
  ownChoice,
  recipientsAt,
  setUpNotices,
  testApp,
  turbine,
  YEAR,
} from './notice-setup.ts'

setUpNotices()

describe('the link that ends the mails', () => {
  const visitor = () => makeVisitor(testApp)
  const address = (id = operator.id) =>
    `/api/notices/unsubscribe?token=${unsubscribeToken(id, testApp.services.tokenSecret)}`
  let networks = 0
  const from = (place = `10.1.0.${++networks}`) => ({ 'X-Forwarded-For': place })
  const ask = (path: string, headers: Record<string, string> = from()) =>
    visitor().send('GET', path, undefined, headers)
  const end = (path: string, headers: Record<string, string> = from()) =>
    visitor().send('POST', path, 'List-Unsubscribe=One-Click', {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    })

  it('is in each mail as RFC 8058 wants it, and one click ends the mails without a sign-in', async () => {
    await addFinding(operator.client, turbine, { severity: 3, year: YEAR })
    const mail = (await mailsAt(MORNING)).get(operator.email)
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, link = ''] =
      /^<(https:\/\/kanat\.example\/.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
    expect(mail?.text).toContain(link)
    const path = link.replace('https://kanat.example', '')
    expect(path).toBe(address())

    const answer = await end(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('E-postalar durduruldu')
    expect(await ownChoice(operator)).toBe(false)
    expect((await end(path)).status).toBe(200)
    expect(await recipientsAt(NEXT_DAY)).toEqual([])
  })

  it('asks with a button when it is opened, and changes nothing', async () => {
    const answer = await ask(address())
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const page = await answer.text()
    expect(page).toContain('lang="tr"')
    expect(page).toMatch(/<form method="post">.*<button type="submit">E-postaları durdur<\/button><\/form>/)
    expect(await ownChoice(operator)).toBe(true)
    const { write } = testApp.services.db
    await write.updateTable('user').set({ language: 'en' }).where('id', '=', operator.id).execute()
    expect(await (await ask(address())).text()).toMatch(/lang="en"[\s\S]*Stop the e-mails/)
    expect(await (await end(address())).text()).toContain('The e-mails have stopped')
  })

  it('is refused if this installation has not made it, and tells nothing of users who are gone', async () => {
    const own = address()
    for (const path of [
      own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      own.replace(`=${operator.id}.`, `=${manager.id}.`),
      `/api/notices/unsubscribe?token=${unsubscribeToken(operator.id, 'another secret')}`,
      '/api/notices/unsubscribe?token=x',
      '/api/notices/unsubscribe',
    ]) {
      expect(await readError(await ask(path))).toEqual([400, 'validation_failed'])
      expect(await readError(await end(path))).toEqual([400, 'validation_failed'])
    }
    expect(await Promise.all([operator, manager].map(ownChoice))).toEqual([true, true])
    expect((await end(address(999_999))).status).toBe(200)
  })

  it('is opened so often from one network, and no more', async () => {
    const headers = from('10.2.0.1')
    for (let n = 0; n < 60; n += 1) expect((await ask(address(), headers)).status).toBe(200)
    const refused = await end(address(), headers)
    expect(await readError(refused)).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect((await end(address())).status).toBe(200)
  })
})

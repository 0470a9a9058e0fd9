/** Sends every DELETE again, as a client does whose answer was lost. */
import { expect, it } from 'vitest'
import { calls } from '#server/start/app.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, readError } from '../../support/builders.ts'
import { countRows } from '../stored/count-rows.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import { makeRecords } from './call-records.ts'

setUpApp('file')

/** They only end the job, so they answer a second time as at the first. The dossier is prepared already, and stays. */
const CANCELLING = ['/api/turbines/:id/report-jobs/:jobId', '/api/turbines/:id/dossier-jobs/:jobId']

/** The second answer of calls that delete no record. A change of factors ends the session. */
const OTHERS: Record<string, [number, string | undefined]> = {
  '/api/account/sessions': [200, undefined],
  '/api/account/sessions/:id': [404, 'session_not_found'],
  '/api/account/totp': [401, 'unauthenticated'],
  '/api/account/passkeys/:id': [401, 'unauthenticated'],
}

const deletions = calls.filter(({ method }) => method === 'DELETE')

it.each(deletions.map(({ path }) => path))(
  '%s changes nothing when it is sent again, and finds no deleted record any more',
  async (path) => {
    const account = await makeUser(testApp, { role: 'superadmin' })
    const by = await signIn(testApp, account)
    // An upload in parts belongs to its user.
    const own = await makeRecords(testApp, await makeCompany(testApp), account.id)
    const { address, about, headers, prepare } = CALL_EXAMPLES[`DELETE ${path}`] ?? {}
    await prepare?.({ testApp, client: by, self: account.id })
    const to = address?.(own) ?? path
    expect((await by.send('DELETE', to, undefined, headers)).ok).toBe(true)
    const rows = await countRows(testApp)
    expect(await readError(await by.send('DELETE', to, undefined, headers))).toEqual(
      OTHERS[path] ?? (CANCELLING.includes(path) ? [200, undefined] : [404, `${about}_not_found`]),
    )
    expect(await countRows(testApp)).toBe(rows)
  },
)

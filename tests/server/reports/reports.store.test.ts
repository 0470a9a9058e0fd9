import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import { deleteTurbine } from '#server/features/turbines/turbine-queries.ts'
import { type Client, makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, pdf, readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { listReports, uploadReport, uploadReports } from './report-calls.ts'

setUpTurbine()

const remove = (client: Client, id: number, of = turbine) =>
  client.delete(`/api/turbines/${of}/reports/${id}`)

describe('listing reports', () => {
  it('returns the reports of the turbine, newest first, also for one year', async () => {
    for (const [name, year] of [
      ['first.pdf', '2024'],
      ['second.pdf', '2025'],
      ['third.pdf', '2024'],
    ]) {
      await uploadReport(name, year)
    }
    const other = await makeTurbine(testApp, { company_id: company })
    await uploadReports(other, { 'other.pdf': pdf() })
    const names = async (query: string) =>
      (await listReports(query)).data.map(({ original_filename }) => original_filename)
    expect(await names('')).toEqual(['third.pdf', 'second.pdf', 'first.pdf'])
    expect(await names('?year=&user_id=1&role=superadmin')).toEqual(['third.pdf', 'second.pdf', 'first.pdf'])
    expect(await names('?year=2024')).toEqual(['third.pdf', 'first.pdf'])
    expect(await names('?year=2023')).toEqual([])
    expect(await listReports('?year=abc')).toMatchObject({ status: 400, issues: [{ path: 'year' }] })
  })

  it('is allowed to all roles of the company, and to superadmins', async () => {
    const report = await uploadReport()
    for (const role of ROLES) {
      const client = await signInAs(testApp, role, role === 'superadmin' ? 999 : company)
      expect((await listReports('', client)).data).toEqual([report])
    }
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    expect(await listReports('', stranger)).toMatchObject({ status: 404, error: 'turbine_not_found' })
    expect(await listReports('', makeVisitor(testApp))).toMatchObject({
      status: 401,
      error: 'unauthenticated',
    })
  })
})

describe('deleting a report', () => {
  it('removes row and file, for admins and managers of the company and for superadmins', async () => {
    for (const role of ['admin', 'company_manager', 'superadmin'] as const) {
      const report = await uploadReport()
      const client = await signInAs(testApp, role, role === 'superadmin' ? 999 : company)
      expect((await remove(client, report.id)).status).toBe(200)
      expect((await listReports()).data).toEqual([])
      expect((await testApp.files()).filter((file) => file.includes(`turbines/${turbine}/`))).toEqual([])
      expect(await readError(await operator.get(report.report_url))).toEqual([404, 'report_not_found'])
      expect(await readError(await remove(client, report.id))).toEqual([404, 'report_not_found'])
    }
  })

  it('is refused to all others, and below another turbine', async () => {
    const report = await uploadReport()
    for (const role of ['operator', 'customer', 'viewer'] as const) {
      await expectError(remove(await signInAs(testApp, role, company), report.id), 403, 'forbidden')
    }
    expect(await readError(await remove(makeVisitor(testApp), report.id))).toEqual([401, 'unauthenticated'])
    const admin = await signInAs(testApp, 'admin', company)
    const sibling = await makeTurbine(testApp, { company_id: company })
    expect(await readError(await remove(admin, report.id, sibling))).toEqual([404, 'report_not_found'])
    expect(await readError(await remove(admin, 99999))).toEqual([404, 'report_not_found'])
    expect(await readError(await remove(admin, -1))).toEqual([400, 'validation_failed'])

    const other = await makeCompany(testApp)
    const stranger = await signInAs(testApp, 'admin', other)
    const theirs = await makeTurbine(testApp, { company_id: other })
    expect(await readError(await remove(stranger, report.id))).toEqual([404, 'turbine_not_found'])
    expect(await readError(await remove(stranger, report.id, theirs))).toEqual([404, 'report_not_found'])
    expect((await listReports()).data).toEqual([report])
  })
})

describe('the audit log', () => {
  it('has one entry for each added and each deleted report, and none for refused requests', async () => {
    const before = (await testApp.contents()).rows.audit?.length ?? 0
    const { data } = await uploadReports(turbine, {
      'a.pdf': pdf(),
      'b.pdf': pdf(),
      'c.pdf': Buffer.from('c'),
    })
    const admin = await signInAs(testApp, 'admin', company)
    await remove(admin, data[0]?.id ?? 0)
    await remove(admin, data[0]?.id ?? 0)
    const entries = (await testApp.contents()).rows.audit?.slice(before) as Record<string, string>[]
    expect(
      entries
        .filter(({ action }) => action?.startsWith('report.'))
        .map(({ action, record_id, record_name }) => [action, record_id, record_name]),
    ).toEqual([
      ['report.add', String(data[0]?.id), 'a.pdf'],
      ['report.add', String(data[1]?.id), 'b.pdf'],
      ['report.delete', String(data[0]?.id), 'a.pdf'],
    ])
  })
})

describe('a report', () => {
  const filesOf = async (id: number) =>
    (await testApp.files()).filter((file) => file.includes(`turbines/${id}/`))

  it('is deleted with its turbine, row and files', async () => {
    const report = await uploadReport()
    await operator.upload(turbine, { 'a.jpg': await jpeg() })
    expect(await filesOf(turbine)).toHaveLength(6)
    const superadmin = await signInAs(testApp, 'superadmin')
    expect((await superadmin.delete(`/api/turbines/${turbine}`)).status).toBe(200)
    expect(await filesOf(turbine)).toEqual([])
    expect((await testApp.contents()).rows.report).not.toContainEqual(
      expect.objectContaining({ id: report.id }),
    )
    expect(await readError(await superadmin.get(report.report_url))).toEqual([404, 'report_not_found'])
  })

  it('keeps the name of its uploader when the user is deleted, as photos do', async () => {
    const account = await makeUser(testApp, { role: 'operator', company_id: company })
    const leaving = await signIn(testApp, account)
    await leaving.uploadReports(turbine, { 'a.pdf': pdf() })
    await leaving.upload(turbine, { 'a.jpg': await jpeg() })
    const superadmin = await signInAs(testApp, 'superadmin')
    expect((await superadmin.delete(`/api/users/${account.id}`)).status).toBe(200)

    const [report] = (await listReports()).data
    expect(report).toMatchObject({ first_name: 'Ada', last_name: 'Yel' })
    expect((await operator.get(report?.report_url ?? '')).status).toBe(200)
    const photos = await operator.get(`/api/turbines/${turbine}/photos`)
    expect(await photos.json()).toMatchObject({
      data: [{ uploader_name: 'Ada Yel', uploader_email: account.email }],
    })
  })

  it('is removed from the disk with an empty company, if a crash had left it there', async () => {
    await uploadReport()
    const kept = await testApp.files()
    const leaving = await makeCompany(testApp)
    const superadmin = await signInAs(testApp, 'superadmin')
    const gone = await makeTurbine(testApp, { company_id: leaving })
    await superadmin.uploadReports(gone, { 'a.pdf': pdf() })
    await deleteTurbine(testApp.services.db.write, gone)
    expect((await superadmin.delete(`/api/companies/${leaving}`)).status).toBe(200)
    expect(await testApp.files()).toEqual(kept)
  })
})

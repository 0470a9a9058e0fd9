import type { LinkDraft } from '#domain/inspections/link.ts'
import { linkCookieOf } from '#server/features/links/link-cookie.ts'
import { getLivingLink, insertLink } from '#server/features/links/link-queries.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { TestApp } from '../../support/test-app.ts'

interface Published {
  company: number
  turbine: number
  author: number
  year: number
}

/** A link to the version, of which it shows a photo that no other call moves, and one to the report. */
export async function makeLinks(
  { services }: TestApp,
  { company, turbine, author, year }: Published,
  { cloud, report }: Record<'cloud' | 'report', { id: number }>,
) {
  const { write, read } = services.db
  await write.updateTable('company').set({ links_allowed: 1 }).where('id', '=', company).execute()
  await write
    .updateTable('published_finding')
    .set({ photo_id: cloud.id })
    .where('turbine_id', '=', turbine)
    .where('year', '=', year)
    .execute()
  const by = { id: author, role: 'superadmin', company_id: 999, first_name: 'Ada', last_name: 'Yel' } as const
  const row = await getTurbine(write, by, turbine)
  const add = async (
    subject: { kind: 'inspection'; year: number } | { kind: 'report'; report_id: number },
  ) => {
    const draft: LinkDraft = { ...subject, turbine_id: turbine, days: 1, originals: true }
    const { id, secret } = await insertLink(write, by, row, draft, null)
    return { id, secret, cookie: `link=${linkCookieOf(await getLivingLink(read, secret), secret)}` }
  }
  const ofReport = await add({ kind: 'report', report_id: report.id })
  return { ...(await add({ kind: 'inspection', year })), ofReport }
}

const MISSING = { id: 99999, secret: 'missing', cookie: '' }
export const MISSING_LINK = { ...MISSING, ofReport: MISSING }

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { deleteComment } from '#panel/data/comments.ts'
import { deleteCompany } from '#panel/data/companies.ts'
import { deleteFinding } from '#panel/data/findings.ts'
import { revokeLink } from '#panel/data/links.ts'
import { deletePhoto } from '#panel/data/photos.ts'
import { deleteReport } from '#panel/data/reports.ts'
import { deleteTurbine } from '#panel/data/turbines.ts'
import { deleteUser } from '#panel/data/users.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const done = async () => Response.json({ success: true })
const missing = (error: string) => async () =>
  Response.json({ success: false, error, message: '' }, { status: 404 })

function answerWith(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
}

const DELETIONS: [string, (id: number) => Promise<void>][] = [
  ['turbine', deleteTurbine],
  ['photo', (id) => deletePhoto(4, `4/${id}-a.jpg`)],
  ['report', (id) => deleteReport(4, id)],
  ['finding', (id) => deleteFinding(4, id)],
  ['comment', (id) => deleteComment(4, id)],
  ['link', revokeLink],
  ['company', deleteCompany],
  ['user', deleteUser],
]

describe.each(DELETIONS)('the deletion of a %s', (kind, remove) => {
  const code = `${kind}_not_found`

  it.each<[string, number, () => Promise<Response>]>([
    ['no answer came', 11, lost],
    ['a proxy answered with a page', 12, async () => new Response('<h1>proxy</h1>', { status: 200 })],
    ['the server had an error', 13, async () => Response.json({ success: false }, { status: 500 })],
  ])('succeeds at the second time if the record is gone, when %s at the first', async (_, id, answer) => {
    answerWith(answer)
    await expect(remove(id)).rejects.toThrow()
    answerWith(missing(code))
    await expect(remove(id)).resolves.toBeUndefined()
  })

  it('fails after a lost answer if its turbine is gone, the address is unknown or another record is gone', async () => {
    answerWith(lost)
    await expect(remove(1)).rejects.toThrow()
    for (const other of ['turbine_not_found', 'not_found'].filter((one) => one !== code)) {
      answerWith(missing(other))
      await expect(remove(1)).rejects.toMatchObject({ code: other })
    }
    // Many photos are deleted in one go, also those that another tab has deleted.
    if (kind === 'photo') return
    answerWith(missing(code))
    await expect(remove(2)).rejects.toMatchObject({ code })
  })

  it('fails if the record is missing after an attempt that has succeeded', async () => {
    if (kind === 'photo') return
    answerWith(lost)
    await expect(remove(3)).rejects.toThrow()
    answerWith(done)
    await remove(3)
    answerWith(missing(code))
    await expect(remove(3)).rejects.toMatchObject({ code })
  })
})

it('is the only way in the panel to delete a record', () => {
  // Sessions and factors are no records.
  const files = globSync('panel/**/*.{ts,tsx}').filter((file) => file !== 'panel/data/account.ts')
  const sources = files.map((file) => readFileSync(file, 'utf8'))
  const sent = sources.flatMap((source) => source.match(/.*\$delete\(.*/g) ?? [])
  // The jobs of reports and dossiers are cancelled by this method, too: that deletes no record.
  const [cancelled, deleted] = [true, false].map((isJob) =>
    sent.filter((line) => line.includes("':jobId'") === isJob),
  ) as [string[], string[]]
  expect(cancelled).toHaveLength(1)
  expect(deleted).toHaveLength(DELETIONS.length)
  for (const line of deleted) expect(line).toContain('deleteRecord(')
})

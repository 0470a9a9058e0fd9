import { expect, it, vi } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { FindingComments } from '#panel/comments/finding-comments.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const turbine = answeredTurbine(4, { company_id: 3 })
const AT = '2026-11-21T12:00:00.000Z'
const COMMENT: Comment = {
  id: 5,
  user_id: 8,
  user_name: 'Cem Su',
  comment: 'Çatlak büyüyor.',
  finding_id: 17,
  finding_number: 'A-LE-001',
  audience: 'all',
  created_at: AT,
  updated_at: AT,
}

it('of a finding say that they could not be loaded, and are there after another try', async () => {
  let isBroken = true
  vi.stubGlobal('fetch', async () =>
    isBroken
      ? new Response('<!doctype html>', { status: 502 })
      : Response.json({
          success: true,
          data: [COMMENT, { ...COMMENT, id: 6, finding_id: 18, comment: 'Kir.' }],
        }),
  )
  openScreen(
    callerOf(),
    <CommentDraftsProvider turbineId={turbine.id}>
      <FindingComments turbine={turbine} findingId={17} />
    </CommentDraftsProvider>,
  )
  const alert = () => document.querySelector('[role=alert]')?.textContent
  await vi.waitFor(() => expect(alert()).toContain('Yorumlar alınırken hata oluştu'))
  expect(buttons('Yorum ekle')).toHaveLength(1)
  isBroken = false
  click('Tekrar Dene')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Çatlak büyüyor.'))
  expect(alert()).toBeUndefined()
  expect(document.body.textContent).not.toContain('Kir.')
})

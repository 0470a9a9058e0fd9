import { useState } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { CommentPanel } from '#panel/comments/comment-panel.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, click, openScreen, type } from '../panel-screen.tsx'

export const NOW = new Date('2026-11-21T12:00:00Z')
export const ADA = callerOf()
const turbine = answeredTurbine(4, { company_id: ADA.company_id })

/** The server with the comments of a turbine. */
export const server = {
  stored: [] as Comment[],
  /** What it answers to a change; undefined if it accepts it. */
  refusal: undefined as { status: number; message: string } | undefined,
  /** How often its list was asked for. */
  lists: 0,
  /** What its answers to changes wait for. */
  held: undefined as Promise<void> | undefined,
}

/** Sets the clock and the server up before each test of a file. */
export function serveComments() {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    Object.assign(server, { stored: [], refusal: undefined, lists: 0, held: undefined })
    vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
      if (method === 'GET') {
        server.lists++
        return Response.json({ success: true, data: server.stored })
      }
      await server.held
      const { status = 0, message } = server.refusal ?? {}
      if (status > 0) return Response.json({ success: false, error: 'forbidden', message }, { status })
      const data = comment(100 + server.stored.length, JSON.parse(String(body)))
      if (method === 'POST') server.stored = [data, ...server.stored]
      return Response.json({ success: true, data }, { status: 201 })
    })
  })
}

/** A comment that Ada has written 59 minutes ago: she may change it for one minute more. */
export function comment(id: number, fields: Partial<Comment> = {}): Comment {
  const at = new Date(NOW.getTime() - 59 * 60_000).toISOString()
  return {
    id,
    user_id: ADA.id,
    user_name: 'Ada Yel',
    comment: `Yorum ${id}`,
    finding_id: null,
    finding_number: null,
    audience: 'all',
    created_at: at,
    updated_at: at,
    ...fields,
  }
}

/** A screen that keeps the drafts while its panel is closed. */
function Screen({ maxLength }: { maxLength: number }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <CommentDraftsProvider turbineId={turbine.id} maxLength={maxLength}>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        panel
      </button>
      {isOpen && <CommentPanel turbine={turbine} />}
    </CommentDraftsProvider>
  )
}

/** Opens the panel. @returns a function that closes the screen */
export async function open(caller = ADA, maxLength = COMMENT_MAX_LENGTH) {
  const { close } = openScreen(caller, <Screen maxLength={maxLength} />)
  await vi.waitFor(() => expect(document.querySelector('[role=status]')).toBeNull())
  return close
}

export const page = () => document.body.textContent ?? ''
export const fields = () => [...document.querySelectorAll('textarea')]
export const field = () => fields()[0] as HTMLTextAreaElement

/** Opens the edit mode of the first comment that the user may change, and types this text. */
export function edit(text: string) {
  click('Yorumu düzenle')
  type(fields()[1] as HTMLTextAreaElement, text)
}

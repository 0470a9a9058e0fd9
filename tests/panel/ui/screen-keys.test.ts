import { describe, expect, it } from 'vitest'
import { keysOn } from '#panel/ui/keys/screen-keys.ts'
import { callerOf } from '../panel-screen.tsx'

const operator = callerOf()
const customer = callerOf({ role: 'customer' })
const COMPANY = operator.company_id

const listed = (
  ...[screen, caller, conditions]: [
    Parameters<typeof keysOn>[0],
    typeof operator,
    Parameters<typeof keysOn>[3],
  ]
) => keysOn(screen, caller, COMPANY, conditions).map(({ does }) => does)

describe('the help of the keys', () => {
  it('lists the tools for those who mark, and the others only what they can do', () => {
    expect(listed('photo', operator, ['scale'])).toEqual(
      expect.arrayContaining(['marks.tool.box', 'marks.tool.reference', 'marks.keys.look', 'lightbox.loupe']),
    )
    const read = listed('photo', customer, ['scale'])
    expect(read).toContain('keys.photos')
    expect(read.filter((does) => does.startsWith('marks.tool') || does === 'marks.keys.look')).toEqual([])
    expect(listed('photo', { ...operator, company_id: COMPANY + 1, role: 'operator' }, [])).not.toContain(
      'marks.tool.box',
    )
  })

  it('lists what needs another photo, a scale or something to decide about only where it is', () => {
    expect(listed('panorama', operator, [])).not.toContain('marks.tool.reference')
    expect(listed('panorama', operator, [])).not.toContain('panorama.split.open')
    expect(listed('panorama', operator, ['compare'])).toContain('panorama.split.open')
    expect(listed('review', operator, [])).toEqual(['review.key.close'])
    expect(listed('review', operator, ['findings'])).not.toContain('review.key.undo')
    expect(listed('review', operator, ['findings', 'acceptable', 'undo'])).toEqual(
      expect.arrayContaining(['review.key.acceptLeft', 'review.key.undo', 'review.key.scroll']),
    )
  })

  it('gives no key of a screen two meanings, but those of an open form', () => {
    for (const screen of ['photo', 'panorama', 'review'] as const) {
      const keys = keysOn(screen, operator, COMPANY, ['scale', 'compare', 'findings', 'acceptable', 'undo'])
        .map(({ keys }) => keys.join(' '))
        .filter((key) => /^[A-Z?]$/.test(key))
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})

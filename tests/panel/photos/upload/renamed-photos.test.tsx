import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Turbine } from '#domain/turbine.ts'
import { flightOutbox, type OutboxName, outboxOf } from '#panel/outbox/outboxes.ts'
import { BladeBlock } from '#panel/photos/blocks/blade-block.tsx'
import { FlightSection } from '#panel/photos/upload/flight/flight-section.tsx'
import { PhotoOutbox } from '#panel/photos/upload/photo-outbox.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { buttons, callerOf, click, openScreen } from '../../panel-screen.tsx'
import { drop, photosIn, type Tree, UNREADABLE } from '../../work/dropped-folders.ts'

const TURBINE = { id: 4, company_id: 3 } as Turbine
const NAMED = { 'çatlak.jpg': new File(['x'], 'çatlak.jpg', { type: 'image/jpeg' }) }

let user = 640
beforeEach(async () => {
  user += 1
  await chooseLanguage('en')
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }))
})

function BladeB() {
  const [room, setRoom] = useState('2')
  return (
    <>
      <button type="button" onClick={() => setRoom('7')}>
        Choose room 7
      </button>
      <FlightSection uploads turbine={TURBINE} year={2026} heading={null}>
        <BladeBlock turbine={TURBINE} blade="B" photos={[]} place={{ room, year: 2026 }} onPlace={() => {}} />
      </FlightSection>
    </>
  )
}

/** Drops a folder on the block of blade B, room 2, and adds it to the places that are suggested. */
async function add(tree: Tree) {
  openScreen(callerOf({ id: user }), <BladeB />)
  drop(document.querySelector('section') as Element, tree)
  await expect.poll(() => document.querySelectorAll('[role=dialog] tbody tr').length).toBeGreaterThan(0)
  document.querySelector<HTMLElement>('[role=dialog] [type=submit]')?.click()
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  await expect.poll(() => buttons('Add under new names').length).toBe(1)
}

const staged = (name: OutboxName) =>
  outboxOf(user, name, (...args) => new PhotoOutbox(...args)).files.value.map(
    ({ file, target }) => `${'room' in target ? target.room : target.category} ${file.name}`,
  )

it('those of a folder go where the list of folders has said, whatever is chosen later', async () => {
  await add({ 'Mid-WW': { ...photosIn('B', 1), ...NAMED } })
  click('Choose room 7')
  click('Add under new names')
  await expect.poll(() => staged(flightOutbox(4))).toEqual(['2 B_0001.jpg', '2 catlak.jpg'])
})

it('are staged once, also by a double click, and the other messages stay', async () => {
  await add({ A: { 'Tip-WW': { ...photosIn('A', 1), ...NAMED, 'gone.jpg': UNREADABLE } } })
  const [button] = buttons('Add under new names')
  click('Add under new names')
  button?.click()
  await expect.poll(() => buttons('Add under new names')).toEqual([])
  expect(staged(flightOutbox(4))).toEqual(['3 A_0001.jpg', '3 catlak.jpg'])
  expect(document.body.textContent).toContain('A/Tip-WW/gone.jpg')
})

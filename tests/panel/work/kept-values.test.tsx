import { act, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { OwnUser } from '#domain/user.ts'
import { callerOf, mount } from '../panel-screen.tsx'

const ADA = callerOf({ role: 'admin' })
const Text = z.string()

/** A tab of the browser: modules with their own memory. A reload of it is another one with the same session storage. */
async function openTab(user: OwnUser | undefined = ADA) {
  vi.resetModules()
  const { openSession } = await import('#panel/session/stored-session.ts')
  const work = await import('#panel/session/kept-work.ts')
  const { forgetStoredWork } = await import('#panel/session/sign-out-work.ts')
  if (user) openSession({ token: `token of ${user.id}`, user })
  let field: [string, (next: string) => void] = ['', () => {}]
  function Form({ name }: { name: string }) {
    field = work.useKeptState(name, Text, '')
    return null
  }
  return {
    ...work,
    forgetStoredWork,
    open: (name = 'turbine/4') => show(<Form key={name} name={name} />),
    close: () => show(null),
    text: () => field[0],
    type: (typed: string) => act(() => field[1](typed)),
  }
}

let show: (form: ReactNode) => void
beforeEach(() => {
  show = mount(null).show
})

it('keeps a text when its screen closes, when the session ends and over a reload, until it is the initial one again', async () => {
  const tab = await openTab()
  tab.open()
  tab.type('typed')
  tab.close()
  tab.open()
  expect(tab.text()).toBe('typed')

  const reloaded = await openTab()
  expect(reloaded.holdsKeptWork.value).toBe(true)
  reloaded.open()
  expect(reloaded.text()).toBe('typed')
  reloaded.open('turbine/5')
  expect(reloaded.text()).toBe('')
  reloaded.open()
  reloaded.type('')
  expect(reloaded.holdsKeptWork.value).toBe(false)
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('shows a text to its user only', async () => {
  const tab = await openTab()
  tab.open()
  tab.type('mine')
  tab.close()
  const others = await openTab({ ...ADA, id: 77 })
  others.open()
  expect(others.text()).toBe('')
  others.close()
  const own = await openTab()
  own.open()
  expect(own.text()).toBe('mine')
})

it('changes a text after its screen is gone, for an answer that comes late', async () => {
  const tab = await openTab()
  tab.open()
  tab.type('sent')
  const late = tab.type
  tab.close()
  late('')
  tab.open()
  expect(tab.text()).toBe('')
})

it('forgets the texts of a user who signs out, also in a tab that is opened again later', async () => {
  const tab = await openTab()
  tab.open()
  tab.type('mine')
  const before = { ...sessionStorage }
  await act(() => tab.forgetStoredWork(ADA.id))
  expect(tab.text()).toBe('')
  expect(Object.keys(sessionStorage)).toEqual([])

  // The browser opens a closed tab again, with its storage.
  for (const [name, value] of Object.entries(before)) sessionStorage.setItem(name, String(value))
  const reopened = await openTab()
  reopened.open()
  expect(reopened.text()).toBe('')
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('keeps a text over a reload also after a sign-out at which the clock was ahead', async () => {
  const tab = await openTab()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 60 * 60 * 1000)
  await tab.forgetStoredWork(ADA.id)
  clock.mockRestore()
  tab.open()
  tab.type('typed')
  const reloaded = await openTab()
  reloaded.open()
  expect(reloaded.text()).toBe('typed')
})

it('forgets the texts of a user who signs out in another tab, and nothing of other users', async () => {
  const tab = await openTab()
  tab.open()
  tab.type('mine')
  const key = `kanat.signed-out/${ADA.id}`
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.signed-out/77' })))
  expect(tab.text()).toBe('mine')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  expect(tab.text()).toBe('')
})

it('does not use a value that an older version of the panel has stored in another form', async () => {
  sessionStorage.setItem(`kanat.kept/${ADA.id}/turbine/4`, JSON.stringify({ signOuts: 0, value: 4 }))
  sessionStorage.setItem(`kanat.kept/${ADA.id}/turbine/5`, 'no JSON')
  const tab = await openTab()
  for (const name of ['turbine/4', 'turbine/5']) {
    tab.open(name)
    expect(tab.text()).toBe('')
  }
})

it('keeps texts in memory when the browser has no storage', async () => {
  const tab = await openTab()
  tab.open()
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  tab.type('typed')
  refuse.mockRestore()
  tab.close()
  tab.open()
  expect(tab.text()).toBe('typed')
})

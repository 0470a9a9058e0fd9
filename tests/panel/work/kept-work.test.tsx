import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnUser } from '#domain/user.ts'
import { holdsKeptWork, useKeptWork } from '#panel/session/kept-work.ts'
import { endSession, openSession, setPasswordRequired } from '#panel/session/stored-session.ts'
import { callerOf, mount } from '../panel-screen.tsx'

const ADA = callerOf({ role: 'admin' })

let open: (form: ReactNode) => void
beforeEach(() => {
  signIn(ADA)
  open = mount(null).show
})
afterEach(() => {
  // Opening the form and closing it during the session forgets what is kept.
  signIn(ADA)
  open(<Form text={undefined} />)
})

const signIn = (user: OwnUser) => openSession({ token: `token of ${user.id}`, user })
const close = () => open(null)

let restored: string | undefined
function Form({ text, name = 'turbine/4' }: { text: string | undefined; name?: string }) {
  restored = useKeptWork(name, () => text)
  return null
}

it('keeps picked files when the session ends, and returns it to the same user once', () => {
  open(<Form text="first" />)
  open(<Form text="second" />)
  endSession('expired')
  close()
  expect(holdsKeptWork.value).toBe(true)

  signIn(ADA)
  open(<Form text="second" />)
  expect(restored).toBe('second')
  expect(holdsKeptWork.value).toBe(false)
  close()
  open(<Form text={undefined} />)
  expect(restored).toBeUndefined()
})

it('does not return it to another user or for another record, and keeps it for its user', () => {
  open(<Form text="mine" />)
  endSession('expired')
  close()
  signIn({ ...ADA, id: 8 })
  open(<Form text={undefined} />)
  expect(restored).toBeUndefined()
  endSession('signed-out')
  close()

  signIn(ADA)
  open(<Form text={undefined} name="turbine/5" />)
  expect(restored).toBeUndefined()
  close()
  open(<Form text={undefined} />)
  expect(restored).toBe('mine')
})

it('keeps it while the user has to choose a password', () => {
  open(<Form text="typed" />)
  setPasswordRequired(ADA.id, true)
  close()
  setPasswordRequired(ADA.id, false)
  open(<Form text={undefined} />)
  expect(restored).toBe('typed')
})

it.each([
  ['a screen that is closed while the session continues', <Form key="" text="typed" />, false],
  ['a screen without files', <Form key="" text={undefined} />, true],
])('keeps nothing of %s', (_, form, ends) => {
  open(form)
  if (ends) endSession('expired')
  close()
  expect(holdsKeptWork.value).toBe(false)
})

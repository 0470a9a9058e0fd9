import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import PasswordResetPage from '#panel/account/password-reset-page.tsx'
import { runOnce } from '#panel/api/running-changes.ts'
import { StatusChoice } from '#panel/findings/detail/status-choice.tsx'
import { SignInForm } from '#panel/session/sign-in-form.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const ADA = callerOf()
const turbine = answeredTurbine(1, { company_id: ADA.company_id })

it.each<[string, QueryKey, ReactNode, string]>([
  [
    'status of a finding',
    ['finding.edit', 4],
    <StatusChoice key="" turbine={turbine} finding={answeredFinding(4)} />,
    'fieldset',
  ],
  ['sign-in', ['session.open'], <SignInForm key="" onAwaiting={() => {}} />, '[type=submit]'],
  ['request for a new password', ['password.reset'], <PasswordResetPage key="" />, '[type=submit]'],
])(
  'the %s cannot be sent while one is on its way that began before its form was opened again',
  async (_, name, form, control) => {
    openScreen(ADA, form)
    const isDisabled = () => document.querySelector(control)?.matches(':disabled, [disabled]')
    expect(isDisabled()).toBe(false)
    const answer = Promise.withResolvers<void>()
    const change = runOnce(name, () => answer.promise)
    await vi.waitFor(() => expect(isDisabled()).toBe(true))
    answer.resolve()
    await change
    await vi.waitFor(() => expect(isDisabled()).toBe(false))
  },
)

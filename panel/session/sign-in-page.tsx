import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useText } from '#panel/words/use-text.ts'
import { FactorForm } from './factor-form.tsx'
import { SecurityNotice } from './security-notice.tsx'
import type { AwaitingSession } from './session-calls.ts'
import { checkStoredSession } from './session-check.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { originOf } from './sign-in-origin.ts'
import { session } from './stored-session.ts'

export default function SignInPage() {
  useSignals()
  const text = useText()
  const { state } = useLocation()
  const [awaiting, setAwaiting] = useState<AwaitingSession>()

  // A signed-in user goes on to the address they wanted, also directly after signing in.
  if (checkStoredSession(session.value, new Date()) === 'plausible') {
    return <Navigate to={originOf(state).from} replace />
  }
  if (awaiting) {
    return (
      <SignInLayout title={text('factor.signIn.title')} lead={text('factor.signIn.lead')}>
        <FactorForm awaiting={awaiting} onCancel={() => setAwaiting(undefined)} />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={text('signIn.title')} lead={text('signIn.lead')}>
      <SignInForm onAwaiting={setAwaiting} />
      <SecurityNotice />
    </SignInLayout>
  )
}

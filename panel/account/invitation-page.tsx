import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { acceptInvitation, invitationQuery } from '#panel/data/passwords.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { signIn } from '#panel/session/session-calls.ts'
import { SignInLayout } from '#panel/session/sign-in-layout.tsx'
import type { SignInOrigin } from '#panel/session/sign-in-origin.ts'
import { openSession } from '#panel/session/stored-session.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ChosenPassword, PASSWORD_WORDS } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The page of a mailed invitation, on which a new user chooses a password. Its token is in the fragment, which no server log has. */
export default function InvitationPage() {
  const text = useText()
  const token = useLocation().hash.slice(1)
  const query = useQuery({ ...invitationQuery(token), enabled: token !== '', retry: false })
  const isGone = token === '' || (query.error instanceof RequestError && query.error.status === 404)
  if (isGone) {
    return (
      <SignInLayout title={text('invitation.gone')} lead={text('invitation.gone.text')}>
        <Link to={PANEL_ADDRESSES.passwordReset} className={`${buttonClass('primary', 'large')} mt-8 w-full`}>
          {text('signIn.forgotten')}
        </Link>
      </SignInLayout>
    )
  }
  const { data: invitation } = query
  return (
    <SignInLayout
      title={text('invitation.title')}
      lead={
        invitation
          ? text('invitation.lead', { name: invitation.first_name, company: invitation.company_name })
          : ''
      }
    >
      <div className="mt-8">
        <LoadFailure query={query} title={text('invitation.failed')} />
        {query.isLoading && <Skeleton className="h-48" />}
        {invitation && <InvitationForm token={token} email={invitation.email} />}
      </div>
    </SignInLayout>
  )
}

function InvitationForm({ token, email }: { token: string; email: string }) {
  const text = useText()
  const navigate = useNavigateHere()
  const [shown, setShown] = useState(false)
  const form = useRecordForm({
    schema: ChosenPassword,
    record: { password: '', repeat: '' },
    async save({ password }: ChosenPassword) {
      await acceptInvitation(token, password)
      return signIn({ email, password })
    },
    onSaved({ token, user, second_factor }) {
      const origin = { from: PANEL_ADDRESSES.turbines, email } satisfies SignInOrigin
      if (second_factor === undefined) openSession({ token, user })
      void navigate(second_factor === undefined ? PANEL_ADDRESSES.turbines : PANEL_ADDRESSES.signIn, {
        replace: true,
        state: origin,
      })
    },
    words: PASSWORD_WORDS,
    failed: 'password.failed',
    draft: { never: 'It has only passwords.' },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // Browsers offer to store a password only if its field has the type `password`.
    setShown(false)
    form.submit()
  }

  return (
    <form ref={form.formRef} onSubmit={submit} noValidate className="grid gap-5">
      {form.failure && (
        <Banner tone="error" title={form.failure.title}>
          {form.failure.reason}
        </Banner>
      )}
      {/* Password managers store the address with the password. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <p className="text-body text-ink-soft">{text('invitation.email', { email })}</p>
      <NewPasswordFields field={form.text} shown={shown} onShownChange={setShown} autoFocus />
      <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-1 w-full">
        {text('choosePassword.submit')}
      </Button>
    </form>
  )
}

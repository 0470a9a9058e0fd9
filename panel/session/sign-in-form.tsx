import { zodResolver } from '@hookform/resolvers/zod'
import { useSignals } from '@preact/signals-react/runtime'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useBeforeUnload, useLocation } from 'react-router'
import * as z from 'zod'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { Credentials } from '#domain/user.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { EmailField } from './email-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { holdsKeptWork } from './kept-work.ts'
import { type AwaitingSession, signIn, signInWithPasskey } from './session-calls.ts'
import { originOf, type SignInOrigin } from './sign-in-origin.ts'
import { openSession, sessionEnd } from './stored-session.ts'

const Form = Credentials.extend({ email: Credentials.shape.email.pipe(z.email()) })

/** @param onAwaiting called if the password was right and a second factor is due */
export function SignInForm({ onAwaiting }: { onAwaiting: (awaiting: AwaitingSession) => void }) {
  useSignals()
  const text = useText()
  const { from, email } = originOf(useLocation().state)
  const {
    mutate,
    mutateAsync,
    error: failure,
    isPending,
  } = useApiMutation({
    name: ['session.open'],
    call: (by: Credentials | 'passkey') => (by === 'passkey' ? signInWithPasskey() : signIn(by)),
    onSuccess({ token, user, second_factor: factors }) {
      if (factors) onAwaiting({ token, user, factors })
      else openSession({ token, user })
    },
  })
  const [passwordShown, setPasswordShown] = useState(false)
  const { register, handleSubmit, setFocus, watch, formState } = useForm<Credentials>({
    resolver: zodResolver(Form),
    defaultValues: { email, password: '' },
  })
  const { errors, isSubmitting } = formState
  // The sign-in may have begun before this form was opened again.
  const isBusy = isSubmitting || isPending
  // Closing the tab forgets the kept work.
  useBeforeUnload((event) => {
    if (holdsKeptWork.value) event.preventDefault()
  })

  const submit = handleSubmit((credentials) => {
    // Browsers offer to store a password only if its field has the type `password`.
    setPasswordShown(false)
    // The pressed button was disabled while the request ran, so it lost the focus.
    return mutateAsync(credentials).catch(() => setFocus('password'))
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 grid gap-5">
      {failure === null || failure.name === 'NotAllowedError' ? (
        <SessionEndNotice />
      ) : (
        <FailureNotice failure={failure} unreachable="signIn.unreachable" otherwise="signIn.failed" />
      )}
      <EmailField
        {...register('email')}
        autoFocus={email === ''}
        error={
          errors.email &&
          text(errors.email.type === 'too_small' ? 'signIn.email.required' : 'signIn.email.invalid')
        }
      />
      <PasswordField
        {...register('password')}
        shown={passwordShown}
        onShownChange={setPasswordShown}
        label={text('signIn.password')}
        autoComplete="current-password"
        autoFocus={email !== ''}
        error={errors.password && text('signIn.password.required')}
      />
      <Button type="submit" variant="primary" size="large" busy={isBusy} className="mt-1 w-full">
        {text(isBusy ? 'signIn.submitting' : 'signIn.submit')}
      </Button>
      {'PublicKeyCredential' in window && (
        <Button
          size="large"
          icon={KeyRound}
          blocked={isBusy ? text('signIn.submitting') : undefined}
          onClick={() => mutate('passkey')}
          className="-mt-2 w-full"
        >
          {text('signIn.passkey')}
        </Button>
      )}
      <Link
        to={PANEL_ADDRESSES.passwordReset}
        state={{ from, email: watch('email') } satisfies SignInOrigin}
        className="-mt-1 justify-self-start rounded text-body font-medium text-action underline-offset-4 hover:underline"
      >
        {text('signIn.forgotten')}
      </Link>
    </form>
  )
}

/** Shows why the last session ended, unless the user signed out, and that unsaved work is kept. */
function SessionEndNotice() {
  useSignals()
  const text = useText()
  const why = sessionEnd.value
  const kept = holdsKeptWork.value ? text('signIn.kept') : undefined
  if (why !== null && why !== 'signed-out') {
    return (
      <Banner tone="warning" title={text(`signIn.ended.${why}`)}>
        {kept}
      </Banner>
    )
  }
  return kept === undefined ? null : <Banner tone="info" title={kept} />
}

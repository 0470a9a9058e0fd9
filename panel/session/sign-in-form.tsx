import { zodResolver } from '@hookform/resolvers/zod'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { Credentials } from '#domain/user.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { PasswordField } from '#panel/ui/password-field.tsx'
import { TextField } from '#panel/ui/text-field.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { signIn } from './session-calls.ts'
import { openSession, sessionEnd } from './stored-session.ts'
import { ThrottleNotice } from './throttle-notice.tsx'

const Form = Credentials.extend({ email: Credentials.shape.email.pipe(z.email()) })

export function SignInForm() {
  useSignals()
  const text = useText()
  const { mutateAsync, error: failure } = useApiMutation({ call: signIn, onSuccess: openSession })
  const [passwordShown, setPasswordShown] = useState(false)
  const { register, handleSubmit, setFocus, formState } = useForm<Credentials>({
    resolver: zodResolver(Form),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit((credentials) => {
    // Browsers offer to store a password only if its field has the type `password`.
    setPasswordShown(false)
    // The pressed button was disabled while the request ran, so it lost the focus.
    return mutateAsync(credentials).catch(() => setFocus('password'))
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 grid gap-5">
      {failure === null ? <SessionEndNotice /> : <FailureNotice failure={failure} />}
      <TextField
        {...register('email')}
        type="email"
        label={text('signIn.email')}
        autoComplete="username"
        inputMode="email"
        autoFocus
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
        error={errors.password && text('signIn.password.required')}
      />
      <Button type="submit" look="primary" size="large" busy={isSubmitting} className="mt-1 w-full">
        {text(isSubmitting ? 'signIn.submitting' : 'signIn.submit')}
      </Button>
    </form>
  )
}

/** Shows why the last session ended, unless the user signed out. */
function SessionEndNotice() {
  const text = useText()
  const why = sessionEnd.value
  if (why === null || why === 'signed-out') return null
  return <Banner tone="warning" title={text(`signIn.ended.${why}`)} />
}

function FailureNotice({ failure }: { failure: unknown }) {
  const text = useText()
  if (
    failure instanceof RequestError &&
    failure.code === 'too_many_requests' &&
    failure.retryAt !== undefined
  ) {
    return <ThrottleNotice until={failure.retryAt} />
  }
  return <Banner tone="error" title={failureText(text, failure)} />
}

function failureText(text: Text, failure: unknown): string {
  if (!(failure instanceof RequestError)) return text('signIn.failed')
  if (failure.code === 'network_error') return text('signIn.unreachable')
  return failure.message || errorText(text, failure)
}

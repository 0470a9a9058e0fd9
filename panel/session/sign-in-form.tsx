import { zodResolver } from '@hookform/resolvers/zod'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { Credentials } from '#domain/user.ts'
import { ApiError } from '#panel/api/api-error.ts'
import { errorText } from '#panel/api/error-text.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { PasswordField } from '#panel/ui/password-field.tsx'
import { TextField } from '#panel/ui/text-field.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { signIn } from './session-calls.ts'
import { sessionEnd } from './stored-session.ts'

const Form = Credentials.extend({ email: Credentials.shape.email.pipe(z.email()) })

export function SignInForm() {
  useSignals()
  const text = useText()
  const [failure, setFailure] = useState<unknown>()
  const [passwordShown, setPasswordShown] = useState(false)
  const { register, handleSubmit, setFocus, formState } = useForm<Credentials>({
    resolver: zodResolver(Form),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (credentials) => {
    setFailure(undefined)
    // Browsers offer to store a password from a field of passwords only.
    setPasswordShown(false)
    await signIn(credentials).catch((error: unknown) => {
      setFailure(error)
      // The button that was pressed lost the focus while it was busy.
      setFocus('password')
    })
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 grid gap-5">
      {failure === undefined ? <EndedNotice /> : <Banner tone="error" title={failureText(text, failure)} />}
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

/** Says why the former session ended, where it did not end by signing out. */
function EndedNotice() {
  const text = useText()
  const why = sessionEnd.value
  if (why === null || why === 'signed-out') return null
  return <Banner tone="warning" title={text(`signIn.ended.${why}`)} />
}

function failureText(text: Text, failure: unknown): string {
  if (!(failure instanceof ApiError)) return text('signIn.failed')
  if (failure.code === 'network_error') return text('signIn.unreachable')
  return failure.message || errorText(text, failure)
}

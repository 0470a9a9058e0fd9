import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { PasswordResetRequest } from '#domain/user.ts'
import { EmailField } from '#panel/session/email-field.tsx'
import { FailureNotice } from '#panel/session/failure-notice.tsx'
import { SignInLayout } from '#panel/session/sign-in-layout.tsx'
import { originOf, type SignInOrigin } from '#panel/session/sign-in-origin.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface PasswordResetFormProps {
  /** The error of the last request. */
  failure: Error | null
  /** True while a request is on its way, also one that began before the form was opened again. */
  busy: boolean
  send: (email: string) => Promise<unknown>
}

export function PasswordResetForm({ failure, busy, send }: PasswordResetFormProps) {
  const text = useText()
  const { from, email } = originOf(useLocation().state)
  const { register, handleSubmit, setFocus, getValues, watch, formState } = useForm<PasswordResetRequest>({
    resolver: zodResolver(PasswordResetRequest),
    defaultValues: { email },
  })
  const { errors } = formState

  const submit = handleSubmit((request) =>
    // The pressed button was disabled while the request ran, so it lost the focus.
    send(request.email).catch(() => setFocus('email')),
  )

  return (
    <SignInLayout title={text('passwordReset.title')} lead={text('passwordReset.lead')}>
      <form onSubmit={submit} noValidate className="mt-8 grid gap-5">
        {failure && (
          <FailureNotice failure={failure} unreachable="error.network" otherwise="passwordReset.failed" />
        )}
        <EmailField
          {...register('email')}
          autoFocus
          error={
            errors.email &&
            text(getValues('email').trim() === '' ? 'passwordReset.required' : 'passwordReset.invalid')
          }
        />
        <Button type="submit" variant="primary" size="large" busy={busy} className="mt-1 w-full">
          {text(busy ? 'passwordReset.submitting' : 'passwordReset.submit')}
        </Button>
        <Link
          to={PANEL_ADDRESSES.signIn}
          state={{ from, email: watch('email') } satisfies SignInOrigin}
          className={`${buttonClass('ghost', 'large')} -mt-2`}
        >
          <ArrowLeft aria-hidden className="size-4" />
          {text('passwordReset.back')}
        </Link>
      </form>
    </SignInLayout>
  )
}

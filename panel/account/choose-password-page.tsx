import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeOwnPassword } from '#panel/data/passwords.ts'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { useSignOut } from '#panel/outbox/use-sign-out.ts'
import { callerQuery } from '#panel/session/session-calls.ts'
import { SignInLayout } from '#panel/session/sign-in-layout.tsx'
import { keepToken, setPasswordRequired } from '#panel/session/stored-session.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ChosenPassword, PASSWORD_WORDS } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The screen for users whose password another person has set or mailed. Afterwards the panel shows the screen of the same address. */
export default function ChoosePasswordPage() {
  const text = useText()
  const queryClient = useQueryClient()
  const { signOut, leaving } = useSignOut()
  const [shown, setShown] = useState(false)
  const form = useRecordForm({
    schema: ChosenPassword,
    record: { password: '', repeat: '' },
    save: ({ password }: ChosenPassword) => changeOwnPassword({ password }),
    onSaved: ({ user, token }) => {
      queryClient.setQueryData(callerQuery(user.id).queryKey, user)
      keepToken(token)
      setPasswordRequired(user.id, false)
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
    <SignInLayout title={text('choosePassword.title')} lead={text('choosePassword.lead')}>
      <form ref={form.formRef} onSubmit={submit} noValidate className="mt-8 grid gap-5">
        {form.failure && (
          <Banner tone="error" title={form.failure.title}>
            {form.failure.reason}
          </Banner>
        )}
        <NewPasswordFields field={form.text} shown={shown} onShownChange={setShown} autoFocus />
        <Button type="submit" variant="primary" size="large" busy={form.busy} className="mt-1 w-full">
          {text('choosePassword.submit')}
        </Button>
        <Button variant="ghost" size="large" busy={leaving} onClick={signOut} className="-mt-2 w-full">
          {text('frame.signOut')}
        </Button>
      </form>
    </SignInLayout>
  )
}

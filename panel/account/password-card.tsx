import { type FormEvent, useState } from 'react'
import { changeOwnPassword } from '#panel/data/passwords.ts'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { keepToken } from '#panel/session/stored-session.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { AccountCard } from './account-card.tsx'
import { ChangedPassword, PASSWORD_WORDS } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The change of the caller's password. */
export function PasswordCard() {
  const text = useText()
  const notify = useNotify()
  const [shown, setShown] = useState(false)
  const form = useRecordForm({
    schema: ChangedPassword,
    record: { current_password: '', password: '', repeat: '' },
    save: ({ current_password, password }: ChangedPassword) =>
      changeOwnPassword({ current_password, password }),
    onSaved: ({ token }) => {
      keepToken(token)
      form.discard()
      notify({ tone: 'success', title: text('ownPassword.done'), message: text('ownPassword.done.text') })
    },
    words: { ...PASSWORD_WORDS, current_password: 'password.current.required' },
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
    <AccountCard title={text('ownPassword.title')}>
      <form ref={form.formRef} onSubmit={submit} noValidate className="grid gap-5">
        {form.failure && (
          <Banner tone="error" title={form.failure.title} onDismiss={form.dismissFailure}>
            {form.failure.reason}
          </Banner>
        )}
        <PasswordField
          {...form.text('current_password')}
          shown={shown}
          onShownChange={setShown}
          label={text('password.current')}
          autoComplete="current-password"
        />
        <NewPasswordFields field={form.text} shown={shown} onShownChange={setShown} />
        <p className="text-body text-ink-soft">{text('ownPassword.sessions')}</p>
        <div>
          <Button type="submit" variant="primary" busy={form.busy}>
            {text('ownPassword.submit')}
          </Button>
        </div>
      </form>
    </AccountCard>
  )
}

import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { changeOwnPassword } from '#panel/data/passwords.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { originOf } from '#panel/session/sign-in-origin.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useText } from '#panel/words/use-text.ts'
import { ChangedPassword, PASSWORD_WORDS } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The page on which users change their own password. Afterwards they return to the screen they came from. */
export default function OwnPasswordPage() {
  const text = useText()
  const title = text('ownPassword.title')
  usePageTitle(title)
  const notify = useNotify()
  const navigate = useNavigateHere()
  const { from } = originOf(useLocation().state)
  const [shown, setShown] = useState(false)
  const form = useRecordForm({
    schema: ChangedPassword,
    record: { current_password: '', password: '', repeat: '' },
    save: ({ current_password, password }: ChangedPassword) =>
      changeOwnPassword({ current_password, password }),
    onSaved: () => {
      notify({ tone: 'success', title: text('ownPassword.done'), message: text('ownPassword.done.text') })
      void navigate(from, { replace: true })
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
    <PanelFrame>
      <PageHeading title={title} />
      <Card as="section" className="max-w-[480px] p-6">
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
            autoFocus
            label={text('password.current')}
            autoComplete="current-password"
          />
          <NewPasswordFields field={form.text} shown={shown} onShownChange={setShown} />
          <p className="text-body text-ink-soft">{text('ownPassword.sessions')}</p>
          <div className="flex gap-2">
            <Button type="submit" variant="primary" busy={form.busy}>
              {text('ownPassword.submit')}
            </Button>
            <Link to={from} replace className={buttonClass()}>
              {text('common.cancel')}
            </Link>
          </div>
        </form>
      </Card>
    </PanelFrame>
  )
}

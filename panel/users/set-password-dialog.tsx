import { useState } from 'react'
import * as z from 'zod'
import { PASSWORD_MIN_LENGTH } from '#domain/limits.ts'
import { PasswordDraft, type User } from '#domain/user.ts'
import { listsAfterUser, setPassword } from '#panel/data/users.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { userName } from './user-name.ts'

const TypedTwice = PasswordDraft.extend({ repeated: z.string().min(1) }).refine(
  ({ password, repeated }) => password === repeated,
  { path: ['repeated'] },
)
type TypedTwice = z.infer<typeof TypedTwice>

/** Gives a user a new password, which has to be typed twice. */
export default function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const notify = useNotify()
  const [shown, setShown] = useState(false)
  const name = userName(user)
  const form = useRecordForm({
    schema: TypedTwice,
    record: { password: '', repeated: '' },
    save: ({ password }: TypedTwice) => setPassword(user.id, password),
    onSaved: () => {
      notify({ tone: 'success', title: text('common.success'), message: text('user.passwordSet', { name }) })
      onClose()
    },
    words: {
      password: { blank: 'user.newPassword.required', invalid: 'user.password.tooShort' },
      repeated: { blank: 'user.newPassword.repeat.required', invalid: 'user.newPassword.different' },
    },
    failed: 'password.failed',
    invalidates: listsAfterUser(),
    draft: { never: 'It has only passwords.' },
  })
  return (
    <RecordFormDialog form={form} title={text('user.setPassword.title')} onClose={onClose}>
      <p className="text-body text-ink-soft sm:col-span-2">{text('user.setPassword.text', { name })}</p>
      <PasswordField
        label={text('user.newPassword')}
        hint={text('user.password.hint', { n: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        shown={shown}
        onShownChange={setShown}
        {...form.text('password')}
      />
      <PasswordField
        label={text('user.newPassword.repeat')}
        autoComplete="new-password"
        shown={shown}
        onShownChange={setShown}
        {...form.text('repeated')}
      />
    </RecordFormDialog>
  )
}

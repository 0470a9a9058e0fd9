import { useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '#domain/limits.ts'
import { OFFERED_ROLES, UserDraft } from '#domain/user.ts'
import { addUser, listsAfterUser } from '#panel/data/users.ts'
import { CompanyField } from '#panel/frame/fields/company-field.tsx'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { RoleField } from './role-field.tsx'
import { userName } from './user-name.ts'

interface AddUserDialogProps {
  /** The company of the list's filter; the new user most likely belongs to it. */
  companyId: number | undefined
  onClose: () => void
}

export default function AddUserDialog({ companyId, onClose }: AddUserDialogProps) {
  const text = useText()
  const notify = useNotify()
  const [passwordShown, setPasswordShown] = useState(false)
  const form = useRecordForm({
    schema: UserDraft,
    record: {
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      role: OFFERED_ROLES[0],
      is_active: true,
      ...(companyId !== undefined && { company_id: companyId }),
    },
    save: addUser,
    onSaved: (user) => {
      const message = text('user.added', { name: userName(user) })
      notify({ tone: 'success', title: text('common.success'), message })
      onClose()
    },
    words: {
      company_id: 'user.company.choose',
      email: { blank: 'field.required', invalid: 'field.email.invalid' },
      password: { blank: 'field.required', invalid: 'user.password.tooShort' },
    },
    incomplete: 'user.add.incomplete',
    refusals: { email_taken: { field: 'email', message: 'user.email.taken' } },
    failed: 'user.add.failed',
    invalidates: listsAfterUser(),
    draft: 'user/new',
    undrafted: ['password'],
  })
  return (
    <RecordFormDialog
      form={form}
      title={text('user.add.title')}
      submitLabel={text('user.add')}
      onClose={onClose}
    >
      <TextField label={text('user.firstName')} autoComplete="off" {...form.text('first_name')} />
      <TextField label={text('user.lastName')} autoComplete="off" {...form.text('last_name')} />
      <TextField label={text('user.email')} inputMode="email" autoComplete="off" {...form.text('email')} />
      <PasswordField
        label={text('user.password')}
        hint={text('user.password.hint', { n: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        shown={passwordShown}
        onShownChange={setPasswordShown}
        {...form.text('password')}
      />
      <CompanyField label={text('user.company')} className="sm:col-span-2" {...form.value('company_id')} />
      <RoleField roles={OFFERED_ROLES} {...form.value('role')} />
    </RecordFormDialog>
  )
}

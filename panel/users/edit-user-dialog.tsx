import { mayEverywhere, type Role } from '#domain/permissions.ts'
import { grantableRoles, type User, UserFields } from '#domain/user.ts'
import { listsAfterUser, updateUser } from '#panel/data/users.ts'
import { CompanyField, useCompanyName } from '#panel/frame/fields/company-field.tsx'
import { useFreshProof } from '#panel/frame/proof/use-fresh-proof.tsx'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { keepToken } from '#panel/session/stored-session.ts'
import { SwitchField } from '#panel/ui/fields/switch-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { EmailNotice } from './email-notice.tsx'
import { RoleField } from './role-field.tsx'
import { userName } from './user-name.ts'

export default function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const text = useText()
  const notify = useNotify()
  const caller = useCaller()
  const own = { id: user.company_id, name: user.company_name }
  const nameOfCompany = useCompanyName(own)
  const { prove, dialog } = useFreshProof()
  const form = useRecordForm({
    schema: UserFields,
    record: user,
    revision: user.revision,
    save: (_: UserFields, { changed, revision }) => prove(() => updateUser(user.id, changed, revision)),
    onSaved: ({ data: changed, token }) => {
      if (token !== undefined) keepToken(token)
      const message = text('user.edited', { name: userName(changed) })
      notify({ tone: 'success', title: text('common.success'), message })
      onClose()
    },
    words: {
      company_id: 'user.company.choose',
      email: { blank: 'field.required', invalid: 'field.email.invalid' },
    },
    incomplete: 'user.edit.incomplete',
    refusals: { email_taken: { field: 'email', message: 'user.email.taken' } },
    failed: 'user.edit.failed',
    invalidates: listsAfterUser(),
    draft: `user/${user.id}`,
  })
  const active = form.value('is_active')
  // Users who remove a right from themselves could not restore it.
  const isOneself = user.id === caller.id
  return (
    <RecordFormDialog
      form={form}
      title={text('user.edit.title')}
      shown={{
        first_name: text('user.firstName'),
        last_name: text('user.lastName'),
        email: text('user.email'),
        company_id: [text('user.company'), nameOfCompany],
        role: [text('user.role'), (role: Role) => text(`role.${role}`)],
        is_active: [
          text('user.account'),
          (isActive: boolean) => text(isActive ? 'status.active' : 'status.inactive'),
        ],
      }}
      onClose={onClose}
    >
      <TextField label={text('user.firstName')} autoComplete="off" {...form.text('first_name')} />
      <TextField label={text('user.lastName')} autoComplete="off" {...form.text('last_name')} />
      <TextField label={text('user.email')} inputMode="email" autoComplete="off" {...form.text('email')} />
      <EmailNotice user={user} typed={form.value('email').value} />
      {mayEverywhere(caller, 'user.edit') && (
        <CompanyField label={text('user.company')} own={own} {...form.value('company_id')} />
      )}
      {!isOneself && (
        <>
          <RoleField roles={grantableRoles(caller)} {...form.value('role')} />
          <SwitchField
            label={text('user.account')}
            hint={text('user.account.hint')}
            state={text(active.value ? 'status.active' : 'status.inactive')}
            className="sm:col-span-2"
            {...active}
          />
        </>
      )}
      {dialog}
    </RecordFormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '#domain/limits.ts'
import { InvitationDraft, OFFERED_ROLES, UserDraft } from '#domain/user.ts'
import { findOnlyCompany } from '#panel/data/companies.ts'
import { addUser, inviteUser, listsAfterUser } from '#panel/data/users.ts'
import { CompanyField } from '#panel/frame/fields/company-field.tsx'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { RadioField } from '#panel/ui/fields/radio-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { RoleField } from './role-field.tsx'
import { userName } from './user-name.ts'

/** How a new user gets a password. */
const WAYS = ['invitation', 'password'] as const

interface AddUserDialogProps {
  /** The company of the list's filter; the new user most likely belongs to it. */
  companyId: number | undefined
  /** Called with the id of the user. */
  onAdded: (id: number) => void
  /** Called with the link of an invitation that the server has not mailed. */
  onLink: (name: string, address: string) => void
  onClose: () => void
}

type Draft = InvitationDraft & Partial<Pick<UserDraft, 'password'>>

/** Adds a user, who gets an invitation, or a password that the caller chooses. */
export default function AddUserDialog({ companyId, onAdded, onLink, onClose }: AddUserDialogProps) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const company = companyId ?? findOnlyCompany(queryClient)
  const [passwordShown, setPasswordShown] = useState(false)
  const [way, setWay] = useState<(typeof WAYS)[number]>('invitation')
  const form = useRecordForm<Draft, Awaited<ReturnType<typeof inviteUser>>>({
    schema: way === 'password' ? UserDraft : InvitationDraft,
    record: {
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      role: OFFERED_ROLES[0],
      is_active: true,
      ...(company !== undefined && { company_id: company }),
    },
    async save({ password, ...draft }) {
      return way === 'invitation'
        ? inviteUser(draft)
        : { data: await addUser({ ...draft, password: password ?? '' }) }
    },
    onSaved: ({ data, address }) => {
      const name = userName(data)
      if (address !== undefined) onLink(name, address)
      const isMailed = way === 'invitation' && address === undefined
      const message = text(isMailed ? 'user.invited' : 'user.added', { name, email: data.email })
      notify({ tone: 'success', title: text('common.success'), message })
      onClose()
      onAdded(data.id)
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
      <RadioField
        label={text('user.way')}
        value={way}
        options={WAYS.map((value) => ({
          value,
          label: text(`user.way.${value}`),
          note: text(`user.way.${value}.note`),
        }))}
        onChange={setWay}
        className="sm:col-span-2"
      />
      {way === 'password' && (
        <PasswordField
          label={text('user.password')}
          hint={text('user.password.hint', { n: PASSWORD_MIN_LENGTH })}
          autoComplete="new-password"
          shown={passwordShown}
          onShownChange={setPasswordShown}
          {...form.text('password')}
        />
      )}
      <CompanyField label={text('user.company')} className="sm:col-span-2" {...form.value('company_id')} />
      <RoleField roles={OFFERED_ROLES} {...form.value('role')} />
    </RecordFormDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type OwnAccount, OwnAccountChange } from '#domain/account.ts'
import { LANGUAGES } from '#domain/text/language.ts'
import { changeAccount } from '#panel/data/account.ts'
import { listsAfterUser } from '#panel/data/users.ts'
import { useFreshProof } from '#panel/frame/proof/use-fresh-proof.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { chooseLanguage, language } from '#panel/preferences/language.ts'
import { keepToken } from '#panel/session/stored-session.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { AccountCard } from './account-card.tsx'

const Fields = OwnAccountChange.omit({ notices: true }).required()

/** The name, the address and the language of the caller. */
export function ProfileCard({ account }: { account: OwnAccount }) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { prove, dialog } = useFreshProof()
  const form = useRecordForm({
    schema: Fields,
    record: { ...account, language: account.language ?? language.peek() },
    revision: 0,
    save: (_, { changed }) => prove(() => changeAccount(changed)),
    onSaved: ({ data, token }) => {
      if (token !== undefined) keepToken(token)
      if (data.language) void chooseLanguage(data.language)
      void queryClient.invalidateQueries()
      notify({ tone: 'success', title: text('common.success'), message: text('account.saved') })
    },
    words: { email: { blank: 'field.required', invalid: 'field.email.invalid' } },
    refusals: { email_taken: { field: 'email', message: 'user.email.taken' } },
    failed: 'account.notSaved',
    invalidates: listsAfterUser(),
    draft: 'account',
  })
  return (
    <AccountCard title={text('account.profile')}>
      <form
        ref={form.formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
        className="grid gap-5 sm:grid-cols-2"
      >
        {form.failure && (
          <div className="sm:col-span-2">
            <Banner tone="error" title={form.failure.title} onDismiss={form.dismissFailure}>
              {form.failure.reason}
            </Banner>
          </div>
        )}
        <TextField label={text('user.firstName')} autoComplete="given-name" {...form.text('first_name')} />
        <TextField label={text('user.lastName')} autoComplete="family-name" {...form.text('last_name')} />
        <TextField
          label={text('user.email')}
          hint={text('account.email.hint')}
          inputMode="email"
          autoComplete="email"
          {...form.text('email')}
        />
        <SelectField
          label={text('account.language')}
          hint={text('account.language.hint')}
          options={LANGUAGES.map((value) => ({ value, label: text(`account.language.${value}`) }))}
          {...form.value('language')}
        />
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            {text('common.save')}
          </Button>
        </div>
      </form>
      {dialog}
    </AccountCard>
  )
}

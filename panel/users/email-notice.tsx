import { mayEverywhere } from '#domain/permissions.ts'
import { isSameEmail, mayConfirmEmail, type User } from '#domain/user.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { listsAfterUser, updateUser } from '#panel/data/users.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { userName } from './user-name.ts'

/** Says what a typed new e-mail address changes; before that, whether the present one is not confirmed. */
export function EmailNotice({ user, typed }: { user: User; typed: string }) {
  const text = useText()
  const caller = useCaller()
  const name = userName(user)
  if (typed.trim() !== '' && !isSameEmail(typed, user.email)) {
    const consequences = mayEverywhere(caller, 'user.edit')
      ? 'user.email.change.superadmin'
      : 'user.email.change.text'
    return (
      <div className="sm:col-span-2">
        <Banner tone="info" title={text('user.email.change')}>
          {text(user.id === caller.id ? 'user.email.change.own' : consequences, { name })}
        </Banner>
      </div>
    )
  }
  return user.email_confirmed ? null : <UnconfirmedEmail user={user} />
}

function UnconfirmedEmail({ user }: { user: User }) {
  const text = useText()
  const notify = useNotify()
  const caller = useCaller()
  const name = userName(user)
  const confirm = useApiMutation({
    name: ['user.confirm-email', user.id],
    call: () => updateUser(user.id, { email_confirmed: true }, user.revision),
    invalidates: () => listsAfterUser(),
    onSuccess: () =>
      notify({
        tone: 'success',
        title: text('common.success'),
        message: text('user.email.confirmed', { name }),
      }),
    failureToast: (error) => ({ title: text('user.email.unconfirmed'), message: errorText(text, error) }),
  })
  if (confirm.isSuccess) return null
  return (
    <div className="sm:col-span-2">
      <Banner tone="warning" title={text('user.email.unconfirmed')}>
        <p>{text('user.email.unconfirmed.text', { name })}</p>
        {mayConfirmEmail(caller, user) && (
          <Button className="mt-3" busy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            {text('user.email.confirm')}
          </Button>
        )}
      </Banner>
    </div>
  )
}

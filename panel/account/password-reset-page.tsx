import { useState } from 'react'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { requestPassword } from '#panel/data/passwords.ts'
import { PasswordResetForm } from './password-reset-form.tsx'
import { PasswordSent } from './password-sent.tsx'

/** The page on which somebody who has forgotten their password has a new one mailed. */
export default function PasswordResetPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const request = useApiMutation({
    name: ['password.reset'],
    call: requestPassword,
    onSuccess: setSentTo,
  })
  return sentTo === null ? (
    <PasswordResetForm
      failure={request.error}
      busy={request.isPending}
      send={(email) => request.mutateAsync({ email })}
    />
  ) : (
    <PasswordSent email={sentTo} />
  )
}

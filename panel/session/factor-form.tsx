import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { FactorCode, type SecondFactor } from '#domain/account.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { Button } from '#panel/ui/button.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FailureNotice } from './failure-notice.tsx'
import { type AwaitingSession, proveCode, provePasskey } from './session-calls.ts'
import { openSession } from './stored-session.ts'

interface FactorFormProps {
  awaiting: AwaitingSession
  onCancel: () => void
}

/** The second step of a sign-in: a code of the authenticator app, a passkey or a recovery code. */
export function FactorForm({ awaiting, onCancel }: FactorFormProps) {
  const text = useText()
  const { factors } = awaiting
  const [kind, setKind] = useState<SecondFactor>(factors[0] ?? 'recovery')
  const { mutate, mutateAsync, error, isPending, reset } = useApiMutation<string | undefined, void>({
    name: ['factor.prove'],
    call: (code) =>
      code === undefined
        ? provePasskey(awaiting)
        : proveCode(awaiting, kind === 'recovery' ? 'recovery' : 'totp', code),
    onSuccess: () => openSession(awaiting),
  })
  const { register, handleSubmit, setFocus, setValue, formState } = useForm<z.infer<typeof FactorCode>>({
    resolver: zodResolver(FactorCode),
    defaultValues: { code: '' },
  })
  const submit = handleSubmit(({ code }) => mutateAsync(code).catch(() => setFocus('code')))
  const isCancelled = error?.name === 'NotAllowedError'

  function choose(next: SecondFactor) {
    reset()
    setValue('code', '')
    setKind(next)
  }

  return (
    <form onSubmit={submit} noValidate className="mt-8 grid gap-5">
      {error && !isCancelled && (
        <FailureNotice failure={error} unreachable="signIn.unreachable" otherwise="factor.failed.browser" />
      )}
      {kind === 'passkey' ? (
        <Button
          variant="primary"
          size="large"
          icon={KeyRound}
          busy={isPending}
          autoFocus
          onClick={() => mutate(undefined)}
          className="w-full"
        >
          {text('factor.passkey.use')}
        </Button>
      ) : (
        <>
          <TextField
            key={kind}
            {...register('code')}
            label={text(kind === 'totp' ? 'factor.code' : 'factor.recovery')}
            hint={text(kind === 'totp' ? 'factor.code.hint' : 'factor.recovery.hint')}
            autoComplete="one-time-code"
            autoFocus
            required
            error={formState.errors.code && text('field.required')}
          />
          <Button type="submit" variant="primary" size="large" busy={isPending} className="w-full">
            {text('factor.submit')}
          </Button>
        </>
      )}
      <div className="grid gap-2">
        {factors
          .filter((factor) => factor !== kind)
          .map((factor) => (
            <Button key={factor} variant="ghost" onClick={() => choose(factor)}>
              {text(`factor.choose.${factor}`)}
            </Button>
          ))}
        <Button variant="ghost" onClick={onCancel}>
          {text('factor.back')}
        </Button>
      </div>
    </form>
  )
}

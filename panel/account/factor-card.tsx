import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OwnAccount } from '#domain/access/account.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import {
  addPasskey,
  type ChangedFactors,
  listsAfterAccount,
  passkeysQuery,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  requestTotp,
} from '#panel/data/account.ts'
import { ProofCancelled, useFreshProof } from '#panel/frame/proof/use-fresh-proof.tsx'
import { keepToken } from '#panel/session/stored-session.ts'
import { Badge } from '#panel/ui/badge.tsx'
import { Banner } from '#panel/ui/banner.tsx'
import { Button, IconButton } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { AccountCard } from './account-card.tsx'
import { deviceName } from './device-name.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'

interface FactorCardProps {
  account: OwnAccount
  /** Called after a change of the factors, once the person has seen the recovery codes. */
  onChanged?: () => void
}

/** The second factors of the caller: the authenticator app, the passkeys and the recovery codes. */
export function FactorCard({ account, onChanged }: FactorCardProps) {
  const text = useText()
  const dates = useDates()
  const queryClient = useQueryClient()
  const passkeys = useQuery(passkeysQuery).data ?? []
  const [totp, setTotp] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const { prove, dialog } = useFreshProof()
  const { change, isPending } = useFactorChange()
  const hasFactor = account.has_totp || account.passkeys > 0

  function showChange({ recovery_codes, token }: ChangedFactors) {
    keepToken(token)
    for (const queryKey of listsAfterAccount()) void queryClient.invalidateQueries({ queryKey })
    if (recovery_codes.length > 0) setCodes(recovery_codes)
    else onChanged?.()
  }
  const changeFactors = (call: () => Promise<ChangedFactors>) =>
    change(async () => showChange(await prove(call)))

  return (
    <AccountCard title={text('factor.title')}>
      <p className="mb-4 text-body text-ink-soft">{text('factor.lead')}</p>
      {!hasFactor && !account.second_factor_required && (
        <div className="mb-4">
          <Banner tone="info" title={text('factor.recommended')} />
        </div>
      )}
      <ul className="divide-y divide-hairline border-y border-hairline">
        <li className="flex items-center gap-3 py-3">
          <Smartphone aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
          <span className="min-w-0 flex-1 text-body text-ink">{text('factor.totp')}</span>
          {account.has_totp && <Badge tone="good">{text('factor.on')}</Badge>}
          <Button
            size="small"
            blocked={isPending ? text('blocked.sending') : undefined}
            onClick={() => change(async () => setTotp(await prove(requestTotp)))}
          >
            {text(account.has_totp ? 'factor.totp.replace' : 'factor.totp.setUp')}
          </Button>
          {account.has_totp && (
            <IconButton
              label={text('factor.totp.remove')}
              icon={Trash2}
              onClick={() => changeFactors(removeTotp)}
            />
          )}
        </li>
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <li key={id} className="flex items-center gap-3 py-3">
            <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1 text-body wrap-anywhere text-ink">
              {name}
              <span className="block text-note text-ink-soft">
                {last_used_at === null
                  ? text('factor.passkey.added', { day: dates.dayOf(created_at) })
                  : text('factor.passkey.used', { day: dates.dayOf(last_used_at) })}
              </span>
            </span>
            <IconButton
              label={text('factor.passkey.remove', { name })}
              icon={Trash2}
              onClick={() => changeFactors(() => removePasskey(id))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          icon={Plus}
          busy={isPending}
          onClick={() => changeFactors(() => addPasskey(deviceName(navigator.userAgent)))}
        >
          {text('factor.passkey.add')}
        </Button>
        {hasFactor && (
          <Button
            blocked={isPending ? text('blocked.sending') : undefined}
            onClick={() => change(async () => setCodes(await prove(renewRecoveryCodes)))}
          >
            {text('factor.codes.renew')}
          </Button>
        )}
      </div>
      {hasFactor && (
        <p className="mt-3 text-note text-ink-soft">
          {text('factor.codes.left', { n: account.recovery_codes })}
        </p>
      )}
      {totp && (
        <TotpDialog
          {...totp}
          prove={prove}
          onConfirmed={(changed) => {
            setTotp(undefined)
            showChange(changed)
          }}
          onClose={() => setTotp(undefined)}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            onChanged?.()
          }}
        />
      )}
      {dialog}
    </AccountCard>
  )
}

/** Runs one change of factors at a time, and says what failed. */
function useFactorChange() {
  const text = useText()
  const notify = useNotify()
  const { mutate, isPending } = useApiMutation<() => Promise<void>, void>({
    name: ['account.factor'],
    call: (run) => run(),
    invalidates: listsAfterAccount,
  })
  const change = (run: () => Promise<void>) =>
    mutate(run, {
      onError(error) {
        // The browser throws if the person cancels its dialog, and so does this panel.
        if (error instanceof ProofCancelled || error.name === 'NotAllowedError') return
        const message = error instanceof RequestError ? errorText(text, error) : text('factor.failed.browser')
        notify({ tone: 'error', title: text('factor.failed'), message })
      },
    })
  return { change, isPending }
}

import { Mail, RotateCw } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { MAILED_PASSWORD_MS, PASSWORD_MAIL_PAUSE_MS } from '#domain/limits.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { requestPassword } from '#panel/data/passwords.ts'
import { FailureNotice } from '#panel/session/failure-notice.tsx'
import { SignInLayout } from '#panel/session/sign-in-layout.tsx'
import { originOf, type SignInOrigin } from '#panel/session/sign-in-origin.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

const MINUTE_MS = 60_000

/** Confirms that a new password was mailed to `email`, and offers to request it once more. */
export function PasswordSent({ email }: { email: string }) {
  const text = useText()
  const { from } = originOf(useLocation().state)
  const again = useApiMutation({ name: ['password.reset'], call: requestPassword })
  return (
    <SignInLayout title={text('passwordSent.title')} lead={text('passwordSent.lead')}>
      <div className="mt-8 grid gap-5">
        <p className="flex items-center gap-3 rounded border border-hairline px-3.5 py-3">
          <Mail aria-hidden className="size-4.5 shrink-0 text-action" strokeWidth={1.75} />
          <span className="min-w-0 text-lead font-medium wrap-anywhere text-ink">{email}</span>
        </p>
        <Banner
          tone="warning"
          title={text('passwordSent.validity', { minutes: MAILED_PASSWORD_MS / MINUTE_MS })}
        >
          {text('passwordSent.old')}
        </Banner>
        <div className="grid gap-3">
          <Link
            to={PANEL_ADDRESSES.signIn}
            state={{ from, email } satisfies SignInOrigin}
            className={`${buttonClass('primary', 'large')} w-full`}
          >
            {text('passwordReset.back')}
          </Link>
          <Button
            size="large"
            icon={RotateCw}
            busy={again.isPending}
            onClick={() => again.mutate({ email })}
            className="w-full"
          >
            {text('passwordSent.again')}
          </Button>
        </div>
        {again.error && (
          <FailureNotice failure={again.error} unreachable="error.network" otherwise="passwordReset.failed" />
        )}
        {again.isSuccess && (
          <Banner
            tone="info"
            title={text('passwordSent.againDone', { minutes: PASSWORD_MAIL_PAUSE_MS / MINUTE_MS })}
          />
        )}
      </div>
    </SignInLayout>
  )
}

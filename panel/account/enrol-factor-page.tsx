import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#panel/data/account.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useSignOut } from '#panel/outbox/use-sign-out.ts'
import { SignInLayout } from '#panel/session/sign-in-layout.tsx'
import { Button } from '#panel/ui/button.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FactorCard } from './factor-card.tsx'

/**
 * The screen for users whose account needs a second factor first. Afterwards the panel shows the screen of the same address.
 *
 * @param onDone called once the person has seen the recovery codes
 */
export default function EnrolFactorPage({ onDone }: { onDone: () => void }) {
  const text = useText()
  const query = useQuery(accountQuery)
  const { signOut, leaving } = useSignOut()
  return (
    <SignInLayout title={text('factor.enrol.title')} lead={text('factor.required')}>
      <div className="mt-8 grid gap-4">
        <LoadFailure query={query} title={text('account.failed')} />
        {query.isLoading && <Skeleton className="h-48" />}
        {query.data && <FactorCard account={query.data} onChanged={onDone} />}
        <Button variant="ghost" size="large" busy={leaving} onClick={signOut} className="w-full">
          {text('frame.signOut')}
        </Button>
      </div>
    </SignInLayout>
  )
}

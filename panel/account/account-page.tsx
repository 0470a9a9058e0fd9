import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#panel/data/account.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { NotificationChoiceTable } from '#panel/frame/notifications/notification-choice-table.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { AccountCard } from './account-card.tsx'
import { FactorCard } from './factor-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionCard } from './session-card.tsx'

/** The page on which users see and change their own account. */
export default function AccountPage() {
  const text = useText()
  const title = text('account.title')
  usePageTitle(title)
  const query = useQuery(accountQuery)
  return (
    <PanelFrame>
      <PageHeading title={title} />
      <LoadFailure query={query} title={text('account.failed')} />
      {query.isLoading && <Skeleton className="h-72" />}
      {query.data && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <ProfileCard account={query.data} />
            <PasswordCard />
          </div>
          <div className="grid gap-6">
            <FactorCard account={query.data} />
            <SessionCard />
            <AccountCard title={text('account.notices')}>
              <div className="-mx-3 -mb-2">
                <NotificationChoiceTable />
              </div>
            </AccountCard>
          </div>
        </div>
      )}
    </PanelFrame>
  )
}

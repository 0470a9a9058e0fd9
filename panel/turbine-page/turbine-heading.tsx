import { History, Rotate3d } from 'lucide-react'
import { Link } from 'react-router'
import { auditAddress, panoramaAddress } from '#domain/panel-addresses.ts'
import { hasPermission } from '#domain/permissions.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentsDrawer } from '#panel/comments/comments-drawer.tsx'
import { RunningInspection, StateBadge } from '#panel/frame/state/state-badge.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { StatusBadge } from '#panel/turbine-list/status-badge.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { whyNoPanorama } from '#panel/turbine-list/why-no-panorama.ts'
import { PanoramaPage } from '#panel/turbine-page/panorama/lazy-panorama-page.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ModeToggle } from './mode-toggle.tsx'

/** The heading of a turbine's page: its name, its data, and the actions for the turbine. */
export function TurbineHeading({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const caller = useCaller()
  const title = turbineTitle(text, turbine)
  const blocked = whyNoPanorama(text, turbine)
  usePageTitle(title)
  const data = [
    { id: 'code', label: text('turbine.code'), value: turbine.code },
    {
      id: 'place',
      label: text('turbine.place'),
      value: `${turbine.location}, ${capitalizePlace(turbine.city)}`,
    },
    { id: 'company', label: text('turbine.company'), value: turbine.company_name },
  ]
  return (
    <header className="mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1 className="max-w-full text-page font-semibold tracking-tight text-balance wrap-anywhere text-ink">
            {title}
          </h1>
          <StatusBadge status={turbine.status} />
          <StateBadge state={turbine.state} year={turbine.state_year} />
          <RunningInspection running={turbine.inspection_running} />
        </div>
        <dl className="mt-1.5 flex flex-wrap gap-y-1 text-lead text-ink-soft">
          {data.map(({ id, label, value }) => (
            <div
              key={id}
              className="flex min-w-0 wrap-anywhere not-first:before:mx-2 not-first:before:text-hairline-strong not-first:before:content-['·']"
            >
              <dt className="sr-only">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {blocked === undefined ? (
          <Link
            to={panoramaAddress(turbine.id)}
            className={buttonClass('outline')}
            onPointerEnter={PanoramaPage.preload}
            onFocus={PanoramaPage.preload}
          >
            <Rotate3d aria-hidden className="size-4" />
            {text('panorama.title')}
          </Link>
        ) : (
          <Button icon={Rotate3d} blocked={blocked}>
            {text('panorama.title')}
          </Button>
        )}
        {hasPermission(caller, 'audit.read') && (
          <Link to={auditAddress({ turbine_id: turbine.id })} className={buttonClass('outline')}>
            <History aria-hidden className="size-4" />
            {text('audit.ofTurbine')}
          </Link>
        )}
        <CommentsDrawer turbine={turbine} />
        <ModeToggle />
      </div>
    </header>
  )
}

export function TurbineHeadingSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="mb-2 pb-3">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="mt-1.5 h-6 w-96" />
    </div>
  )
}

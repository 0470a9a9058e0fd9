import { History } from 'lucide-react'
import { Link } from 'react-router'
import { auditAddress } from '#domain/panel-addresses.ts'
import { hasPermission } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { capitalizePlace } from '#domain/turkish.ts'
import { CommentsDrawer } from '#panel/comments/comments-drawer.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { SiteSketch } from '#panel/turbines/site-sketch.tsx'
import { StatusBadge } from '#panel/turbines/status-badge.tsx'
import { turbineFigures } from '#panel/turbines/turbine-figures.tsx'
import { turbineTitle } from '#panel/turbines/turbine-title.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The heading of a turbine's page: its name and its data. */
export function TurbineHeading({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const viewer = useViewer()
  const title = turbineTitle(text, turbine)
  usePageTitle(title)
  const plate = [
    { label: text('turbine.code'), value: turbine.code },
    { label: text('turbine.place'), value: `${turbine.location}, ${capitalizePlace(turbine.city)}` },
    { label: text('turbine.company'), value: turbine.company_name },
    ...turbineFigures(text, turbine).map(({ name, value }) => ({ label: name, value })),
  ]
  return (
    <Card as="header" className="relative mb-10 overflow-hidden">
      <SiteSketch
        turbine={turbine}
        className="absolute inset-y-0 right-0 h-full w-[38%] max-w-[480px] mask-l-from-40% max-lg:hidden"
      />
      <div className="relative px-6 pt-6 pb-5 lg:mr-[24%]">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1 className="max-w-full text-display font-semibold tracking-tight text-balance wrap-anywhere text-ink">
            {title}
          </h1>
          <StatusBadge status={turbine.status} />
          <CommentsDrawer turbine={turbine} size="small" />
          {hasPermission(viewer, 'audit.read') && (
            <Link to={auditAddress({ turbine_id: turbine.id })} className={buttonClass('outline', 'small')}>
              <History aria-hidden className="size-4" />
              {text('audit.ofTurbine')}
            </Link>
          )}
        </div>
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4">
          {plate.map(({ label, value }) => (
            <div key={label} className="min-w-0 wrap-anywhere">
              <dt className="text-caption text-ink-faint">{label}</dt>
              <dd className="mt-1 text-lead leading-5 font-medium text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

export function TurbineHeadingSkeleton({ label }: { label: string }) {
  return (
    <Card role="status" className="mb-10 px-6 pt-6 pb-5">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-10 w-80" />
      <div className="mt-6 flex gap-10">
        <Skeleton className="h-10 w-24" />
        <Skeleton className="h-10 w-48" />
        <Skeleton className="h-10 w-36" />
      </div>
    </Card>
  )
}

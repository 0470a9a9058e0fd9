import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine } from '#domain/turbine.ts'
import { capitalizePlace } from '#domain/turkish.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useText } from '#panel/words/use-text.ts'
import { SiteSketch } from './site-sketch.tsx'
import { StatusBadge } from './status-badge.tsx'
import { turbineFigures } from './turbine-figures.tsx'
import { turbineTitle } from './turbine-title.ts'

interface TurbineCardProps {
  turbine: Turbine
  /** Present if the viewer may edit the turbine. */
  onEdit: ((turbine: Turbine) => void) | undefined
}

/**
 * The card of one turbine. A click anywhere on the card opens the turbine; the name is the link. The height is fixed: distant cards
 * are not laid out, and the list must still have its final height, so that its scroll position can be restored.
 */
export const TurbineCard = memo(function TurbineCard({ turbine, onEdit }: TurbineCardProps) {
  const text = useText()
  const title = turbineTitle(text, turbine)
  return (
    <Card
      as="li"
      className="group relative flex flex-col overflow-hidden transition-colors h-70 [content-visibility:auto] focus-within:border-action hover:border-hairline-strong"
    >
      <div className="relative border-b border-hairline">
        <SiteSketch turbine={turbine} className="h-28 w-full" />
        <span className="absolute top-3 left-3">
          <StatusBadge status={turbine.status} />
        </span>
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-3">
        <h2 className="truncate text-title font-semibold tracking-tight text-ink">
          <Link
            to={turbineAddress(turbine.id)}
            className="outline-none after:absolute after:inset-0 after:rounded focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-body text-ink-soft">
          {capitalizePlace(turbine.city)}
          <span className="mx-1.5 text-ink-faint">·</span>
          {turbine.code}
        </p>
        <p className="mt-2 truncate text-note text-ink-faint" title={turbine.location}>
          {turbine.location}
        </p>
        <p className="truncate text-note text-ink-faint" title={turbine.company_name}>
          {turbine.company_name}
        </p>
        <dl className="mt-3 flex gap-5 border-t border-hairline pt-3 text-note text-ink-soft">
          {turbineFigures(text, turbine).map(({ icon: Icon, name, noun, value }) => (
            <div key={name} className="flex items-center gap-1.5">
              <Icon aria-hidden className="size-3.5 text-ink-faint" />
              <dt className="order-last">{noun}</dt>
              <dd className="font-medium text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {onEdit && (
        <IconButton
          label={text('turbine.edit', { name: title })}
          icon={Pencil}
          onClick={() => onEdit(turbine)}
          className="absolute top-2 right-2 bg-surface/80 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
        />
      )}
    </Card>
  )
})

import { memo } from 'react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { RunningInspection, StateBadge } from '#panel/frame/state/state-badge.tsx'
import { newWords } from '#panel/turbine-list/new-words.ts'
import { StatusBadge, StatusEdge } from '#panel/turbine-list/status-badge.tsx'
import { TurbineActionButtons, type TurbineActions } from '#panel/turbine-list/turbine-actions.tsx'
import { TurbineDueLine } from '#panel/turbine-list/turbine-due.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { Card } from '#panel/ui/card.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { SiteSketch } from './site-sketch.tsx'
import { TurbineCover } from './turbine-cover.tsx'
import { turbineFigures } from './turbine-figures.tsx'

interface TurbineCardProps {
  turbine: Turbine
  actions: TurbineActions
  /** The place in the list, from 0, of `count`. */
  index: number
  count: number
  /** Place and size in the grid, in CSS pixels. */
  left: number
  top: number
  width: number
  height: number
  /** True for the card that is the tab stop of the list. */
  isActive: boolean
  onFocus: (index: number) => void
}

/** The card of one turbine. A click anywhere on the card opens the turbine; the name is the link. */
export const TurbineCard = memo(function TurbineCard(props: TurbineCardProps) {
  const { turbine, actions, index, count, left, top, width, height, isActive, onFocus } = props
  const text = useText()
  const title = turbineTitle(text, turbine)
  const tabIndex = isActive ? 0 : -1
  return (
    <Card
      as="li"
      data-row={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ left, top, width, height }}
      onFocus={() => onFocus(index)}
      className="group absolute flex flex-col overflow-hidden transition-colors focus-within:border-action hover:border-hairline-strong"
    >
      <div className="relative aspect-video shrink-0 overflow-hidden border-b border-hairline">
        <TurbineCover key={turbine.cover_url} turbine={turbine} className="size-full">
          <SiteSketch turbine={turbine} className="size-full" />
        </TurbineCover>
        <p className="absolute top-2.5 left-2.5 grid justify-items-start gap-1">
          {newWords(text, turbine).map((words) => (
            <span
              key={words}
              className="rounded-full bg-action px-2.5 text-caption leading-6 font-medium text-on-action"
            >
              {words}
            </span>
          ))}
        </p>
        <CoverDate turbine={turbine} />
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3 pb-2.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 className="min-w-[50%] flex-1 text-title wrap-anywhere font-semibold tracking-tight text-ink">
            <Link
              to={turbineAddress(turbine.id)}
              tabIndex={tabIndex}
              className="outline-none after:absolute after:inset-0 after:rounded focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {title}
            </Link>
          </h2>
          <StatusBadge status={turbine.status} quiet />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2">
          <p className="min-w-[50%] flex-1 text-body wrap-anywhere text-ink-soft">
            {capitalizePlace(turbine.city)}
            <span className="mx-1.5 text-ink-faint">·</span>
            {turbine.code}
          </p>
          <StateBadge state={turbine.state} year={turbine.state_year} strong />
        </div>
        <RunningInspection running={turbine.inspection_running} className="mt-0.5 self-end text-right" />
        <p className="mt-1 text-note wrap-anywhere text-ink-faint">{turbine.location}</p>
        <p className={`text-note wrap-anywhere text-ink-faint ${turbine.inspection_running ? 'pb-2' : ''}`}>
          {turbine.company_name}
        </p>
        <TurbineDueLine turbine={turbine} className="mt-auto pt-1 pb-1.5 text-note" />
        <dl className="not-[span+&]:mt-auto flex flex-wrap gap-x-3 border-t border-hairline pt-2 text-note text-ink-soft">
          {turbineFigures(text, turbine).map(({ icon: Icon, name, noun, value }) => (
            <div key={name} className="flex items-center gap-1.5">
              <Icon aria-hidden className="size-3.5 text-ink-faint" />
              <dt className="order-last">{noun}</dt>
              <dd className="font-medium text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="absolute top-2 right-2 flex rounded bg-surface/90 shadow-raised">
        <TurbineActionButtons turbine={turbine} actions={actions} tabIndex={tabIndex} />
      </div>
      <StatusEdge status={turbine.status} />
    </Card>
  )
})

/** The date of the newest photo on the photo, or that there is none. */
function CoverDate({ turbine: { newest_photo_at, time_zone } }: { turbine: Turbine }) {
  const text = useText()
  const dates = useDates(time_zone)
  if (newest_photo_at === null) {
    return <p className="absolute bottom-2 left-4 text-caption text-ink-soft">{text('turbine.noPhotos')}</p>
  }
  return (
    <p className="absolute inset-x-0 bottom-0 bg-linear-to-t from-lightbox/80 to-transparent px-4 pt-6 pb-1.5 text-caption font-medium text-lightbox-ink">
      {dates.dayOf(newest_photo_at)}
    </p>
  )
}

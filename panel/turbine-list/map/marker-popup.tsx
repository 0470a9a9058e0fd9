import { capitalizePlace } from '#domain/text/turkish.ts'
import { RunningInspection, StateBadge } from '#panel/frame/state/state-badge.tsx'
import { StatusBadge, statusInk } from '#panel/turbine-list/status-badge.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { useText } from '#panel/words/use-text.ts'
import { countStatuses, worstState } from './cluster-statuses.ts'
import type { Cluster } from './clusters.ts'
import { type MapView, type Size, toPixels } from './map-view.ts'

const WIDTH_PX = 240
/** If a marker is nearer than this to the top, its popup is below the marker. In pixels. */
const TOP_PX = 130

interface MarkerPopupProps {
  cluster: Cluster
  view: MapView
  size: Size
}

/** Facts about the marker that is under the pointer or has the focus. It is visual only; screen readers read the marker's name. */
export function MarkerPopup({ cluster, view, size }: MarkerPopupProps) {
  const { x, y } = toPixels(cluster, view, size)
  const left = Math.min(Math.max(x, WIDTH_PX / 2 + 8), size.width - WIDTH_PX / 2 - 8)
  return (
    <div
      aria-hidden
      style={{ left, top: y, width: WIDTH_PX }}
      className={`pointer-events-none absolute flex -translate-x-1/2 justify-center ${y < TOP_PX ? 'translate-y-7' : '-translate-y-[calc(100%+28px)]'}`}
    >
      <div className="max-w-full rounded border border-hairline bg-surface px-3 py-2 shadow-raised">
        {cluster.members.length === 1 ? (
          <TurbineFacts cluster={cluster} />
        ) : (
          <ClusterFacts cluster={cluster} />
        )}
      </div>
    </div>
  )
}

function TurbineFacts({ cluster }: { cluster: Cluster }) {
  const text = useText()
  const turbine = cluster.members[0]?.turbine
  if (!turbine) return null
  return (
    <>
      <p className="text-body font-semibold wrap-anywhere text-ink">{turbineTitle(text, turbine)}</p>
      <p className="mb-1.5 text-note text-ink-soft">
        {turbine.code} · {capitalizePlace(turbine.city)}
      </p>
      <div className="flex flex-wrap items-center gap-2.5">
        <StateBadge state={turbine.state} strong />
        <StatusBadge status={turbine.status} quiet />
      </div>
      <RunningInspection running={turbine.inspection_running} className="mt-1 block" />
    </>
  )
}

function ClusterFacts({ cluster }: { cluster: Cluster }) {
  const text = useText()
  return (
    <>
      <p className="text-body font-semibold text-ink">
        {text('turbines.total', { n: cluster.members.length })}
      </p>
      <p className="my-1">
        <StateBadge state={worstState(cluster)} strong />
      </p>
      {countStatuses(cluster).map(({ status, count }) => (
        <p key={status} className="flex items-center gap-2 text-note text-ink-soft">
          <span className={`size-2 rounded-full bg-current ${statusInk(status)}`} />
          {text('map.statusCount', { n: count, status: text(`status.${status}`) })}
        </p>
      ))}
    </>
  )
}

import {
  CircleOff,
  CirclePause,
  CircleQuestionMark,
  type LucideIcon,
  TriangleAlert,
  Wrench,
} from 'lucide-react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine, TurbineState, TurbineStatus } from '#domain/turbine.ts'
import { REPAIR_STATES, runningWords, StateMark, stateWords } from '#panel/frame/state/state-badge.tsx'
import { statusInk } from '#panel/turbine-list/status-badge.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { Rotor } from '#panel/ui/drawings/rotor.tsx'
import { useText } from '#panel/words/use-text.ts'
import { clusterName, countStatuses, worstState } from './cluster-statuses.ts'
import type { Cluster } from './clusters.ts'

/** The icon of each status, so that a status can be recognized without its colour. An active turbine has a rotor. */
const SIGNS: Record<TurbineStatus, LucideIcon | null> = {
  active: null,
  maintenance: Wrench,
  faulty: TriangleAlert,
  offline: CircleOff,
  inactive: CirclePause,
  unknown: CircleQuestionMark,
}

const MARKER =
  'absolute grid -translate-1/2 cursor-pointer place-items-center rounded-full bg-surface shadow-raised outline-none ' +
  'transition-[scale] hover:scale-115 focus-visible:scale-115 focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus'

interface MarkerProps {
  cluster: Cluster
  tabIndex: number
  /** True if the pointer is on one of the cluster's turbines in the list. */
  pointed: boolean
  /** True if the name is shown below the marker of a single turbine. */
  named: boolean
  onOpenCluster: (cluster: Cluster) => void
}

/** A turbine, which is a link to its page, or several turbines, which a click zooms to. */
export function MapMarker({ cluster, tabIndex, pointed, named, onOpenCluster }: MarkerProps) {
  const text = useText()
  const [first, ...others] = cluster.members
  if (!first) return null
  const emphasis = pointed ? 'scale-115 outline-2! outline-offset-1 outline-focus' : ''
  if (others.length === 0) {
    return (
      <>
        <TurbineMarker turbine={first.turbine} tabIndex={tabIndex} emphasis={emphasis} />
        {named && (
          <span
            aria-hidden
            className="pointer-events-none absolute top-4.5 max-w-24 -translate-x-1/2 truncate rounded bg-surface/80 px-1 text-caption text-ink-soft"
          >
            {turbineTitle(text, first.turbine)}
          </span>
        )}
      </>
    )
  }
  const size = clusterSize(cluster.members.length)
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={clusterName(text, cluster)}
      onClick={() => onOpenCluster(cluster)}
      style={{ width: size, height: size }}
      className={`${MARKER} ${emphasis} text-note font-semibold text-ink tabular-nums`}
    >
      <StatusRing cluster={cluster} />
      <RepairMark state={worstState(cluster)} />
      {cluster.members.length}
    </button>
  )
}

interface TurbineMarkerProps {
  turbine: Turbine
  tabIndex: number
  emphasis: string
}

function TurbineMarker({ turbine, tabIndex, emphasis }: TurbineMarkerProps) {
  const text = useText()
  const Sign = SIGNS[turbine.status]
  const { inspection_running } = turbine
  const facts = [
    text(`status.${turbine.status}`),
    stateWords(text, turbine.state),
    inspection_running && runningWords(text, inspection_running),
  ]
  return (
    <Link
      to={turbineAddress(turbine.id)}
      tabIndex={tabIndex}
      draggable={false}
      aria-label={text('map.marker', {
        name: turbineTitle(text, turbine),
        status: facts.filter(Boolean).join(', '),
      })}
      className={`${MARKER} ${emphasis} size-7 border-2 border-current ${statusInk(turbine.status)}`}
    >
      <RepairMark state={turbine.state} />
      {Sign ? (
        <Sign aria-hidden className="size-3.5" strokeWidth={2.5} />
      ) : (
        <svg viewBox="-18 -18 36 36" aria-hidden="true" fill="currentColor" className="size-4.5">
          <Rotor degrees={(turbine.id * 47) % 120} />
        </svg>
      )}
    </Link>
  )
}

/** The letter of a state that must be repaired, at the corner of a marker. */
function RepairMark({ state }: { state: TurbineState }) {
  if (!REPAIR_STATES.includes(state)) return null
  return (
    <span aria-hidden data-state={state} className="absolute -top-2 -right-2 leading-none">
      <StateMark state={state} className="size-4 text-caption!" />
    </span>
  )
}

/** A ring that is divided by the statuses of the turbines. */
function StatusRing({ cluster }: { cluster: Cluster }) {
  let start = 0
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" fill="none" className="absolute inset-0 -rotate-90">
      {countStatuses(cluster).map(({ status, count }) => {
        const share = (count / cluster.members.length) * 100
        start += share
        return (
          <circle
            key={status}
            cx="20"
            cy="20"
            r="18.5"
            pathLength="100"
            stroke="currentColor"
            strokeWidth="3"
            strokeDasharray={`${share} ${100 - share}`}
            strokeDashoffset={share - start}
            className={statusInk(status)}
          />
        )
      })}
    </svg>
  )
}

/** The diameter of a cluster's marker, in pixels. */
function clusterSize(count: number): number {
  return 30 + Math.min(Math.round(Math.log10(count) * 6), 22)
}

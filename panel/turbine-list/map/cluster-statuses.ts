import { type TurbineState, TurbineStatus } from '#domain/turbine.ts'
import { stateWords } from '#panel/frame/state/state-badge.tsx'
import { attentionRank } from '#panel/turbine-list/filters/attention-order.ts'
import type { Text } from '#panel/words/use-text.ts'
import type { Cluster } from './clusters.ts'

/** The order of the statuses: first those that need attention. */
const ORDER: readonly TurbineStatus[] = ['faulty', 'maintenance', 'active', 'offline', 'inactive', 'unknown']

export function countStatuses({ members }: Cluster): { status: TurbineStatus; count: number }[] {
  const counts = new Map(TurbineStatus.options.map((status) => [status, 0]))
  for (const { turbine } of members) counts.set(turbine.status, (counts.get(turbine.status) ?? 0) + 1)
  return ORDER.map((status) => ({ status, count: counts.get(status) ?? 0 })).filter(({ count }) => count > 0)
}

/** The accessible name of a cluster: the number of turbines in total and for each status, and the worst state. */
export function clusterName(text: Text, cluster: Cluster): string {
  const statuses = countStatuses(cluster).map(({ status, count }) =>
    text('map.statusCount', { n: count, status: text(`status.${status}`) }),
  )
  const state = text('map.worstState', { state: stateWords(text, worstState(cluster)) })
  return text('map.cluster', { n: cluster.members.length, statuses: [...statuses, state].join(', ') })
}

/** The state of the turbine that needs attention first, as in the order of the list. */
export function worstState({ members }: Cluster): TurbineState {
  const [worst] = members.map(({ turbine }) => turbine).sort((a, b) => attentionRank(a) - attentionRank(b))
  return worst?.state ?? 'not_inspected'
}

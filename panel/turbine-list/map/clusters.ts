import type { LocatedTurbine } from './located-turbines.ts'
import type { Place } from './projection.ts'

/** Turbines that share one marker, at the mean of their places. A marker of one turbine is a cluster too. */
export interface Cluster extends Place {
  members: LocatedTurbine[]
}

/** The number that is added to a cell's index to get the cell in the next row. It is larger than the number of cells in a row. */
const ROW = 1_000_000

/** Groups turbines so that no two clusters are nearer than `distance` kilometres. */
export function clusterTurbines(located: LocatedTurbine[], distance: number): Cluster[] {
  let clusters: Cluster[] = located.map((one) => ({ ...one.place, members: [one] }))
  // A merged cluster has a new centre, so it may be too near to a third cluster.
  for (let count = Infinity; clusters.length < count; ) {
    count = clusters.length
    clusters = mergeNear(clusters, distance)
  }
  return clusters
}

/** Merges each cluster into an earlier one that is nearer than `distance`. A grid of that size keeps the search short. */
function mergeNear(clusters: Cluster[], distance: number): Cluster[] {
  const merged: Cluster[] = []
  const grid = new Map<number, Cluster[]>()
  for (const cluster of clusters) {
    const cell = Math.round(cluster.x / distance) + Math.round(cluster.y / distance) * ROW
    const near = findNear(grid, cell, cluster, distance)
    if (near) {
      absorb(near, cluster)
      continue
    }
    const own = { ...cluster, members: [...cluster.members] }
    merged.push(own)
    const neighbours = grid.get(cell)
    if (neighbours) neighbours.push(own)
    else grid.set(cell, [own])
  }
  return merged
}

function findNear(grid: Map<number, Cluster[]>, cell: number, { x, y }: Place, distance: number) {
  for (const row of [0, -ROW, ROW]) {
    for (const column of [0, -1, 1]) {
      const near = grid
        .get(cell + row + column)
        ?.find((other) => Math.hypot(other.x - x, other.y - y) < distance)
      if (near) return near
    }
  }
  return undefined
}

function absorb(cluster: Cluster, other: Cluster) {
  const share = other.members.length / (cluster.members.length + other.members.length)
  cluster.x += (other.x - cluster.x) * share
  cluster.y += (other.y - cluster.y) * share
  for (const member of other.members) cluster.members.push(member)
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { type CloudNode, type PointCloud, readCloudNodes } from '#domain/pictures/point-cloud.ts'
import { loadFile } from '#panel/api/load-file.ts'
import { cloudQuery, isFinalCloudFailure } from '#panel/data/photo-details.ts'
import { expectPointsOf } from './node-loader.ts'

/** A cloud with what is needed to draw its first picture. */
export interface LoadedCloud {
  cloud: PointCloud
  nodes: CloudNode[]
  /** The points of the root. */
  rootBytes: ArrayBuffer
}

export type CloudState =
  /** @property share from 0 to 1; undefined if it is not known */
  | { status: 'preparing' | 'loading'; share: number | undefined }
  | { status: 'shown'; loaded: LoadedCloud }
  | { status: 'failed'; error: unknown }

/** Waits until the server has prepared a point cloud, and loads its first sample. @returns its state, and a function that begins again */
export function useCloud(turbineId: number, photo: Photo): [CloudState, retry: () => void] {
  const client = useQueryClient()
  const query = cloudQuery(turbineId, photo.id)
  const { data: state, error: queryError, isFetching } = useQuery(query)
  const [loading, setLoading] = useState<CloudState>({ status: 'loading', share: undefined })
  const ready = state?.state === 'ready' ? state : undefined

  useEffect(() => {
    if (!ready) return
    const controller = new AbortController()
    const { signal } = controller
    const onProgress = (share: number) => setLoading({ status: 'loading', share })
    const address = ready.node_url.replace('{node}', '0')
    Promise.all([loadFile(ready.nodes_url, { signal }), loadFile(address, { signal, onProgress })])
      .then(([table, rootBytes]) => {
        const nodes = readCloudNodes(table)
        expectPointsOf(nodes[0] ?? { points: 0 }, rootBytes)
        if (!signal.aborted) setLoading({ status: 'shown', loaded: { cloud: ready, nodes, rootBytes } })
      })
      .catch((error: unknown) => {
        if (!signal.aborted) setLoading({ status: 'failed', error })
      })
    return () => {
      controller.abort()
      setLoading({ status: 'loading', share: undefined })
    }
  }, [ready])

  const retry = () => void client.resetQueries({ queryKey: query.queryKey })
  // While a cloud is being prepared, a lost question is asked again.
  if (queryError && !isFetching && (!state || isFinalCloudFailure(queryError)))
    return [{ status: 'failed', error: queryError }, retry]
  if (state?.state === 'preparing') return [{ status: 'preparing', share: state.share ?? undefined }, retry]
  return [ready ? loading : { status: 'loading', share: undefined }, retry]
}

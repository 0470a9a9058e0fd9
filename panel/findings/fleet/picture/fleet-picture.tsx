import { useInfiniteQuery } from '@tanstack/react-query'
import { ScatterChart, Table2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { findingPlacesQuery } from '#panel/data/findings.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { SeverityLegend } from '../../severity-legend.tsx'
import { ListFilters } from '../filters/fleet-filters.tsx'
import type { useFleetAddress } from '../fleet-address.ts'
import { NoneFound } from '../none-found.tsx'
import { PictureRows } from './picture-rows.tsx'
import { PictureTable } from './picture-table.tsx'

/** The name in the address of how the picture is shown: `as=table`. */
const AS = 'as'

interface FleetPictureProps {
  address: ReturnType<typeof useFleetAddress>
  /** Undefined until it is loaded. */
  summary: FindingSummary | undefined
}

/** The findings that pass the filters on the blades of all turbines, so that the same damage at the same metre is seen at a glance. */
export default function FleetPicture({ address, summary }: FleetPictureProps) {
  const text = useText()
  const { get, change } = useAddressParams()
  const as = get(AS) === 'table' ? 'table' : 'picture'
  const query = useInfiniteQuery(findingPlacesQuery(address.chosen))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const loadsNext = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (loadsNext) void fetchNextPage()
  }, [loadsNext, fetchNextPage])
  const turbines = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const total = data?.pages[0]?.total
  const loaded = turbines.length
  const placeless = useMemo(
    () =>
      turbines.reduce(
        (sum, { findings }) => sum + findings.filter(({ from_m }) => from_m === null).length,
        0,
      ),
    [turbines],
  )
  return (
    <section aria-label={text('fleet.view.picture')}>
      <ListFilters
        address={address}
        summary={summary}
        turbineName={turbines[0] && (turbines[0].turbine_name || turbines[0].turbine_code)}
        found={total?.findings}
      />
      <QueryBoundary query={query} loading={<PictureSkeleton />} failed={text('fleet.picture.failed')}>
        {() =>
          total && total.findings > 0 ? (
            <>
              <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
                <SeverityLegend />
                {address.chosen.status === undefined && (
                  <p className="text-note text-ink-soft">{text('fleet.picture.solved')}</p>
                )}
                <p role="status" className="text-note text-ink-soft">
                  {loaded < total.turbines
                    ? text('fleet.picture.loading', { loaded, n: total.turbines })
                    : placeless > 0 && text('fleet.picture.placeless', { n: placeless })}
                </p>
                <div className="ml-auto">
                  <IconChoice
                    label={text('fleet.view', { title: text('fleet.view.picture') })}
                    name="as"
                    value={as}
                    onChange={(next) => change({ [AS]: next === 'table' ? next : undefined })}
                    options={[
                      { value: 'picture', label: text('fleet.view.picture'), icon: ScatterChart },
                      { value: 'table', label: text('fleet.view.table'), icon: Table2 },
                    ]}
                  />
                </div>
              </div>
              {isFetchNextPageError && (
                <LoadFailure
                  query={{ ...query, data: undefined, refetch: fetchNextPage as never }}
                  title={text('fleet.picture.failed')}
                  className="mb-3"
                />
              )}
              {as === 'table' ? (
                <PictureTable turbines={turbines} />
              ) : (
                <PictureRows turbines={turbines} longest={total.longest_m} />
              )}
            </>
          ) : (
            <NoneFound address={address} />
          )
        }
      </QueryBoundary>
    </section>
  )
}

const ROWS = Array.from({ length: 12 }, (_, row) => row)

function PictureSkeleton() {
  const text = useText()
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">{text('findings.loading')}</span>
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-4 w-full" />
      ))}
    </div>
  )
}

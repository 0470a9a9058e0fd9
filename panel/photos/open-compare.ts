import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { AbovePage } from './open-photo.ts'

const COMPARE = 'compare'
const MODE = 'as'

/** The ids of the left and of the right photo. */
export type ComparedIds = readonly [number, number]

export const COMPARE_MODES = ['sides', 'curtain', 'difference'] as const
export type CompareMode = (typeof COMPARE_MODES)[number]

const Ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.tuple([Id, Id]))
  .refine(([left, right]) => left !== right)

/** The address of the turbine's page with a comparison of two of its photos. */
export function compareAddress(turbineId: number, ids: ComparedIds): string {
  return `${turbineAddress(turbineId)}?${COMPARE}=${ids.join(',')}`
}

/**
 * The two photos in the address (`?compare=17,23`), and functions to change them. Opening a comparison adds an entry to the history,
 * so that Back closes it. Other photos and another way to compare replace the entry.
 */
export function useCompare() {
  const navigate = useNavigate()
  const { state, hash } = useLocation()
  const [params] = useSearchParams()

  const addressOf = (change: Record<string, string | undefined>) => {
    const search = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) search.delete(name)
      else search.set(name, value)
    }
    return { search: search.toString().replaceAll('%2C', ','), hash }
  }
  const replace = (change: Record<string, string | undefined>) =>
    navigate(addressOf(change), { replace: true, state, preventScrollReset: true })

  return {
    /** Undefined if no comparison is open. */
    ids: Ids.safeParse(params.get(COMPARE)).data as ComparedIds | undefined,
    mode: COMPARE_MODES.find((mode) => mode === params.get(MODE)) ?? 'sides',
    open: (ids: ComparedIds) =>
      navigate(addressOf({ [COMPARE]: ids.join(','), [MODE]: undefined }), {
        state: { abovePage: true } satisfies AbovePage,
        preventScrollReset: true,
      }),
    show: (ids: ComparedIds) => replace({ [COMPARE]: ids.join(',') }),
    showAs: (mode: CompareMode) => replace({ [MODE]: mode === 'sides' ? undefined : mode }),
    /** Goes one step back if the comparison was opened from the page; otherwise removes it from the address. */
    close: async () => {
      if (AbovePage.safeParse(state).success) await navigate(-1)
      else await replace({ [COMPARE]: undefined, [MODE]: undefined })
    },
  }
}

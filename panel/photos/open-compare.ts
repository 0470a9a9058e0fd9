import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

const COMPARE = 'compare'
const MODE = 'as'

/** The ids of the left and of the right photo. */
export type ComparedIds = readonly [number, number]

export const COMPARE_MODES = ['sides', 'curtain', 'difference', 'blend'] as const
export type CompareMode = (typeof COMPARE_MODES)[number]

const Ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.tuple([Id, Id]))
  .refine(([left, right]) => left !== right)

/**
 * The two photos in the address (`?compare=17,23`), and functions to change them. Opening a comparison adds an entry to the history,
 * so that Back closes it. Other photos and another way to compare replace the entry.
 */
export function useCompare() {
  const { value = '', open, show, close } = useAddressLayer(COMPARE, [MODE])
  const { get } = useAddressParams()
  return {
    /** Undefined if no comparison is open. */
    ids: Ids.safeParse(value).data as ComparedIds | undefined,
    mode: COMPARE_MODES.find((mode) => mode === get(MODE)) ?? 'sides',
    open: (ids: ComparedIds) => open(ids.join(',')),
    show: (ids: ComparedIds) => show(ids.join(',')),
    showAs: (mode: CompareMode) => show(value, { [MODE]: mode === 'sides' ? undefined : mode }),
    close,
  }
}

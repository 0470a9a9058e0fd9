import { computed } from '@preact/signals-react'
import { storedChoice } from '#panel/preferences/stored-choice.ts'

const choice = storedChoice<'levelled' | 'photographed'>({
  key: 'kanat.panorama-level',
  choices: ['levelled', 'photographed'],
  initial: () => 'levelled',
  withoutStorage: 'levelled',
})

/** True while spheres are levelled by their poses; false while they are shown as photographed. Kept for the next visit. */
export const areLevelled = computed(() => choice.value.value === 'levelled')

export function setLevelled(isLevelled: boolean) {
  choice.choose(isLevelled ? 'levelled' : 'photographed')
}

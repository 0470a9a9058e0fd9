import { computed } from '@preact/signals-react'
import { storedChoice } from '#panel/preferences/stored-choice.ts'

const choice = storedChoice<'open' | 'closed'>({
  key: 'kanat.panorama-sidebar',
  choices: ['open', 'closed'],
  initial: () => 'open',
  withoutStorage: 'open',
})

/** True while the list of blades and rooms is open beside the picture. Kept for the next visit. */
export const isSidebarOpen = computed(() => choice.value.value === 'open')

export function setSidebarOpen(isOpen: boolean) {
  choice.choose(isOpen ? 'open' : 'closed')
}

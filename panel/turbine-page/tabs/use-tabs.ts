import { useEffect, useLayoutEffect, useState } from 'react'
import { may, type Role } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { FINDING_PARAMS } from '#panel/findings/section/finding-filters.ts'
import { PHOTO_PARAMS } from '#panel/photos/place-address.ts'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import { REPORT_YEAR } from '#panel/reports/report-year.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import {
  firstSectionOf,
  SECTION,
  SECTIONS,
  type Section,
  sectionElementId,
  tabOf,
} from '#panel/turbine-page/sections.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useRestoresScroll } from '#panel/ui/address/scroll-return.ts'

/** Values of the address that belong to a section: links with them lead to it. */
const PARAMS_OF_SECTION: readonly (readonly [Section, readonly string[]])[] = [
  ['blades', PHOTO_PARAMS],
  ['findings', FINDING_PARAMS],
  ['reports', [REPORT_YEAR]],
]

/** Layers over the page, in its address. */
const PHOTO_LAYERS = ['photo', 'compare'] as const
const FINDING_LAYER = 'finding'

/** Those who read begin with the answer. The others work on the inspection. */
const READERS: readonly Role[] = ['customer', 'viewer', 'company_manager']

/** With which tab a page begins for those who work on inspections: by their role, or the one that they have chosen last. */
const firstTab = storedChoice({
  key: 'kanat.turbine-tab',
  choices: ['by-role', 'summary', 'inspection'],
  initial: () => 'by-role',
  withoutStorage: 'by-role',
})

/**
 * The open tab, in the address as `?section=drone` without new entries in the history, so that a link opens the page at it and Back leaves
 * the page. If the page opens at a section within its tab, it scrolls to it, unless its scroll position is restored.
 */
export function useTabs(turbine: Turbine) {
  const { get, change } = useAddressParams()
  const caller = useCaller()
  const works = may(caller, 'inspection.work', turbine.company_id)
  // Once, because a choice or an upload changes only the next page. The address then names the tab, so that a reload opens it again.
  const [first] = useState(firstSection)
  const implied = PARAMS_OF_SECTION.find(([, params]) => params.some((name) => get(name) !== undefined))?.[0]
  const named = SECTIONS.find((section) => section === get(SECTION)) ?? implied
  const section = named ?? first
  useOpenAtSection(named)
  const isCovered = [...PHOTO_LAYERS, FINDING_LAYER].some((name) => get(name) !== undefined)
  const wouldReopenElsewhere = named === undefined && !isCovered && firstSection() !== first
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page would open at another tab
  useEffect(() => {
    if (wouldReopenElsewhere) change({ [SECTION]: first })
  }, [wouldReopenElsewhere])
  return {
    tab: tabOf(section),
    openSection(next: Section) {
      if (works && (next === 'summary' || next === 'inspection')) firstTab.choose(next)
      change({ [SECTION]: next }, { flushSync: true })
      const element = document.getElementById(sectionElementId(next))
      // The heading of the page stays where it is if the beginning of the tab is in view.
      const isInView = next === firstSectionOf(tabOf(next)) && (element?.getBoundingClientRect().top ?? 0) > 0
      if (!isInView) element?.scrollIntoView()
      element?.focus({ preventScroll: true })
    },
  }

  /** Without photos, the next step is to upload the first ones. Behind an open photo or finding is the tab that has it. */
  function firstSection(): Section {
    if (PHOTO_LAYERS.some((name) => get(name) !== undefined)) return firstSectionOf('photos')
    if (get(FINDING_LAYER) !== undefined) return 'findings'
    if (turbine.photo_count === 0 && may(caller, 'photo.add', turbine.company_id))
      return firstSectionOf('photos')
    const chosen = works ? firstTab.value.peek() : 'by-role'
    if (chosen !== 'by-role') return chosen
    return READERS.includes(caller.role) ? 'summary' : 'inspection'
  }
}

/** Must be used in the parent of the sections, so that its effect runs after those of the lists, which also set the scroll position. */
function useOpenAtSection(named: Section | undefined) {
  const restoresScroll = useRestoresScroll()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useLayoutEffect(() => {
    const isAtTop = named === undefined || named === firstSectionOf(tabOf(named))
    if (!isAtTop && !restoresScroll) document.getElementById(sectionElementId(named))?.scrollIntoView()
  }, [])
}

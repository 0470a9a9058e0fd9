import { SECTION_CATEGORIES } from '#panel/photos/place-address.ts'

/** The tabs of a turbine's page. */
export const TABS = ['summary', 'findings', 'photos', 'reports', 'inspection'] as const
export type Tab = (typeof TABS)[number]

/** The parts of the tab with the photos, from top to bottom. */
export const PHOTO_SECTIONS = ['map', 'blades', ...SECTION_CATEGORIES, 'photos'] as const

/** A part of the page in its address: `?section=drone`. A tab is named by its first part. */
export type Section = Exclude<Tab, 'photos'> | (typeof PHOTO_SECTIONS)[number]

/** Every section that an address may name. */
export const SECTIONS: readonly Section[] = [
  'summary',
  'findings',
  'reports',
  'inspection',
  ...PHOTO_SECTIONS,
]
/** The parameter of the address that names the section. */
export const SECTION = 'section'

/** The id of the element of a section. */
export function sectionElementId(section: Section): string {
  return `section-${section}`
}

export function tabOf(section: Section): Tab {
  return (PHOTO_SECTIONS as readonly string[]).includes(section) ? 'photos' : (section as Tab)
}

/** The section with which a tab begins. */
export function firstSectionOf(tab: Tab): Section {
  return tab === 'photos' ? PHOTO_SECTIONS[0] : tab
}

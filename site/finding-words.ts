import severities from '../content/findings/severities.json'
import { types } from '../content/findings/types.json'
import panelEn from '../content/panel/en.json'
import panelTr from '../content/panel/tr.json'
import type { SiteLanguage } from './languages.ts'
import type { SharedWords } from './shared-page/shared-words.ts'
import { getWords } from './words.ts'

const SIDES = ['LE', 'TE', 'PS', 'SS', 'BOX', 'NOSE', 'TAIL'] as const

/** The texts about findings, with the names that the panel uses. */
export async function getFindingWords(language: SiteLanguage): Promise<SharedWords> {
  const panel = getPanelWords(language)
  return {
    ...(await getWords(language)).shared,
    sides: Object.fromEntries(SIDES.map((side) => [side, panel[`findings.side.${side}`]])),
    types: Object.fromEntries(types.map((type) => [type.id, type[language]])),
    severities: Object.fromEntries(severities.map((each) => [each.severity, each[language].name])),
  }
}

/** The texts of the panel. Only those without values may be shown as they are. */
export function getPanelWords(language: SiteLanguage) {
  return language === 'tr' ? panelTr : panelEn
}

import { storedValue } from '#panel/preferences/stored-value.ts'

/** Widths of the side panel, in CSS pixels. The layout also limits it to half of the window. */
export const PANEL_MIN_PX = 256
const PANEL_MAX_PX = 720
const PANEL_DEFAULT_PX = 320

const stored = storedValue<number>({
  key: 'kanat.viewer-panel-width',
  read: (text) => (text === null || Number.isNaN(Number(text)) ? PANEL_DEFAULT_PX : limitWidth(Number(text))),
  withoutStorage: PANEL_DEFAULT_PX,
})

/** The width of the side panel. It stays for the next photo and the next visit. */
export const panelWidth = stored.value

export function setPanelWidth(width: number) {
  stored.choose(limitWidth(width))
}

export function resetPanelWidth() {
  stored.choose(PANEL_DEFAULT_PX)
}

/** The largest width in this window. */
export function panelMaxWidth(): number {
  return Math.max(PANEL_MIN_PX, Math.min(PANEL_MAX_PX, Math.floor(window.innerWidth / 2)))
}

function limitWidth(width: number): number {
  return Math.round(Math.min(panelMaxWidth(), Math.max(PANEL_MIN_PX, width)))
}

import { useSignals } from '@preact/signals-react/runtime'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { PanelSeparator } from './panel-separator.tsx'
import { panelWidth } from './panel-width.ts'

/** The ids of all side panels. */
const PANELS = ['details'] as const
type PanelId = (typeof PANELS)[number]

/** A side panel of a feature, to the right of the open photo. */
export interface ViewerPanel {
  id: PanelId
  title: MessageId
  icon: LucideIcon
  /** The key that opens and closes it, as `KeyboardEvent.key` in lower case. */
  shortcut: string
  content: ReactNode
}

const choice = storedChoice<PanelId | 'none'>({
  key: 'kanat.viewer-panel',
  choices: [...PANELS, 'none'],
  initial: () => 'none',
  withoutStorage: 'none',
})

/** The open side panel, at most one. It stays open for the next photo and the next visit. */
export const openPanel = choice.value

/** Opens the side panel, or closes it if it is open. */
export function togglePanel(id: PanelId) {
  choice.choose(choice.value.value === id ? 'none' : id)
}

/** The id of a side panel's element, for the button that opens it. */
export function panelElementId(id: PanelId): string {
  return `viewer-panel-${id}`
}

export function SidePanel({ panel }: { panel: ViewerPanel }) {
  useSignals()
  const text = useText()
  const titleId = `${panelElementId(panel.id)}-title`
  return (
    <section
      id={panelElementId(panel.id)}
      aria-labelledby={titleId}
      style={{ width: panelWidth.value }}
      className="relative row-span-2 max-w-[50vw]"
    >
      <PanelSeparator panelId={panelElementId(panel.id)} />
      <div className="h-full overflow-y-auto px-6 py-5">
        <h3 id={titleId} className="mb-4 text-lead font-medium">
          {text(panel.title)}
        </h3>
        {panel.content}
      </div>
    </section>
  )
}

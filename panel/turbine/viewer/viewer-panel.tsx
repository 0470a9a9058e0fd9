import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

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
  const text = useText()
  const titleId = `${panelElementId(panel.id)}-title`
  return (
    <section
      id={panelElementId(panel.id)}
      aria-labelledby={titleId}
      className="row-span-2 w-80 overflow-y-auto border-l border-viewer-raised px-6 py-5"
    >
      <h3 id={titleId} className="mb-4 text-lead font-medium">
        {text(panel.title)}
      </h3>
      {panel.content}
    </section>
  )
}

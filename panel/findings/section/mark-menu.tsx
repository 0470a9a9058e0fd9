import { Menu } from '@base-ui/react/menu'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'

interface MarkMenuProps {
  /** The mark that was clicked, and its findings; undefined if the menu is closed. */
  opened: { anchor: HTMLElement; findings: Finding[] } | undefined
  onChoose: (finding: Finding) => void
  onClose: () => void
}

/** The findings of a mark that stands for several ones, the worst first. One menu serves all marks, because a menu for each is slow. */
export function MarkMenu({ opened, onChoose, onClose }: MarkMenuProps) {
  const text = useText()
  const intl = useIntl()
  const findings = opened?.findings.toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0))
  return (
    <Menu.Root open={opened !== undefined} onOpenChange={(next) => !next && onClose()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner anchor={opened?.anchor ?? null} sideOffset={6} className="z-popup outline-none">
          <Menu.Popup
            aria-label={text('findings.mark.list')}
            finalFocus={() => opened?.anchor ?? true}
            className="max-h-[min(360px,var(--available-height))] w-96 max-w-(--available-width) overflow-y-auto rounded border border-hairline bg-surface py-1 shadow-raised outline-none"
          >
            {findings?.map((finding) => (
              <Menu.Item
                key={finding.id}
                onClick={() => onChoose(finding)}
                className="flex cursor-pointer items-center gap-2.5 px-3 py-1.5 text-body text-ink outline-none select-none data-highlighted:bg-action-soft"
              >
                <SeverityMark severity={finding.severity} isSolved={isSolved(finding)} />
                <span className="shrink-0 font-medium">{finding.number}</span>
                <span className="min-w-0 flex-1 truncate text-ink-soft">
                  {typeName(intl.locale as Language, finding.type)}
                </span>
                <span className="shrink-0 text-note text-ink-faint">{placeWords(intl, finding)}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { historyOf } from '#domain/findings/finding-links.ts'
import type { Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { DrawerPopup, useDrawer } from '#panel/ui/dialogs/drawer-popup.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { findNextRecord, findRecord } from '#panel/ui/tables/next-record.ts'
import { typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { ContinuesButton } from '../continues.tsx'
import { useOpenFinding } from '../open-finding.ts'
import { DeleteFinding } from './delete-finding.tsx'
import { FindingFacts } from './finding-facts.tsx'
import { HistoryBlock } from './history-block.tsx'
import { StatusChoice } from './status-choice.tsx'
import { WhatToDo } from './what-to-do.tsx'

interface FindingDrawerProps {
  turbine: Turbine
  /** Every finding of the turbine. */
  findings: Finding[]
  /** What other features show about the finding. */
  slots: FindingSlots
}

interface FindingSlots {
  /** The photo of a finding, with a link to the place in the lightbox. */
  picture: (finding: Finding) => ReactNode
  comments: (finding: Finding) => ReactNode
  /** Further actions, such as a button that edits the finding. */
  actions?: (finding: Finding) => ReactNode
}

/**
 * The finding in the address (`?finding=17`), in a drawer at the right. It is not modal: the marks on the blades and the rows of the table
 * stay usable, and choosing another one shows it in the drawer.
 */
export function FindingDrawer({ turbine, findings, slots }: FindingDrawerProps) {
  const text = useText()
  const { openId, isCovered, open, close } = useOpenFinding()
  const { drawer, isInOtherLayer } = useDrawer()
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  const finding = openId === undefined ? undefined : byId.get(openId)
  return (
    <Dialog.Root
      open={openId !== undefined && !isCovered}
      modal={false}
      disablePointerDismissal
      onOpenChange={(next, { reason, event }) => {
        if (!next && (reason !== 'escape-key' || !isInOtherLayer(event.target))) close()
      }}
    >
      <DrawerPopup
        title={finding?.number ?? text('findings.title')}
        closeLabel={text('findings.drawer.close')}
        drawer={drawer}
      >
        {finding ? (
          <OpenFinding
            key={finding.id}
            turbine={turbine}
            finding={finding}
            slots={slots}
            open={open}
            close={close}
            history={historyOf(finding, (id) => byId.get(id))}
          />
        ) : (
          <div className="p-5">
            <EmptyState compact title={text('findings.missing')}>
              {text('findings.missing.text')}
            </EmptyState>
          </div>
        )}
      </DrawerPopup>
    </Dialog.Root>
  )
}

interface OpenFindingProps {
  turbine: Turbine
  finding: Finding
  /** The findings that continue each other, with this one, the oldest first. */
  history: Finding[]
  slots: FindingSlots
  open: (finding: Finding) => void
  close: () => void
}

function OpenFinding({ turbine, finding, history, slots, open, close }: OpenFindingProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const newest = history.at(-1)
  return (
    <>
      <div className="grid gap-4 px-5 py-4">
        <p className="text-lead font-medium text-ink">{typeName(language, finding.type)}</p>
        {slots.picture(finding)}
        <WhatToDo
          finding={finding}
          continues={newest && <ContinuesButton year={newest.year} onOpen={() => open(newest)} />}
        />
        <StatusChoice turbine={turbine} finding={finding} />
        {finding.text !== '' && (
          <p className="text-body leading-6 wrap-anywhere whitespace-pre-line text-ink">{finding.text}</p>
        )}
        <FindingFacts finding={finding} />
        {history.length > 1 && <HistoryBlock history={history} openId={finding.id} onOpen={open} />}
        <div className="flex flex-wrap gap-2">
          {slots.actions?.(finding)}
          <DeleteFinding
            turbine={turbine}
            finding={finding}
            onDeleted={close}
            findNext={() => findNextRecord(findRecord(finding.id))}
          />
        </div>
      </div>
      <section aria-label={text('findings.comments')} className="border-t border-hairline">
        {slots.comments(finding)}
      </section>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Language } from '#domain/text/language.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { useMarking } from '#panel/findings/marks/marking.tsx'
import type { Draft } from '#panel/findings/outbox/marking-work.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'

const FindingDialog = lazyDialog(() => import('#panel/findings/dialog/finding-dialog.tsx'))

interface UnsavedFindingsProps {
  onOpenPhoto: (photo: { id: number }) => void
}

/** The findings of the turbine that the server does not have: those that wait for a connection, and drafts that were set aside. */
export function UnsavedFindings({ onOpenPhoto }: UnsavedFindingsProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { turbine, work, change, isStored } = useMarking()
  const { data: findings = [] } = useQuery(findingsQuery(turbine.id))
  const form = useFormLayer()
  const { drafts } = work
  const waiting = drafts.filter(({ status }) => status === 'waiting').length
  const aside = drafts.filter(({ status }) => status === 'open' || status === 'aside')
  const open = aside.find((draft) => draft.photoId === null && form.value === formOf(draft))
  if (waiting + aside.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {waiting > 0 && (
        <Banner tone="warning" title={text('marks.waiting', { n: waiting })}>
          {text(isStored ? 'marks.waiting.text' : 'marks.waiting.unstored')}
        </Banner>
      )}
      {aside.length > 0 && (
        <Banner tone="warning" title={text('marks.drafts', { n: aside.length })}>
          <ul className="flex flex-wrap gap-2">
            {aside.map((draft) => {
              const { key, photoId, values, failure } = draft
              const openDraft = () =>
                photoId === null ? form.open(formOf(draft)) : onOpenPhoto({ id: photoId })
              return (
                <li key={key}>
                  <Button variant="outline" size="small" onClick={openDraft}>
                    {values.type === undefined ? text('marks.new') : typeName(language, values.type)}
                  </Button>
                  {failure && <span className="ml-2 text-red">{failure}</span>}
                </li>
              )
            })}
          </ul>
        </Banner>
      )}
      {open && (
        <FindingDialog
          turbine={turbine}
          finding={findings.find(({ id }) => id === open.key)}
          draft={open}
          onDraftDone={() => change({ do: 'drop', key: open.key })}
          onClose={form.close}
        />
      )}
    </div>
  )
}

/** The form of a draft without a photo, in the address. */
function formOf({ key }: Draft): string {
  return `draft${key}`
}

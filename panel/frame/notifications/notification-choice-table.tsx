import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useId, useState } from 'react'
import { NOTIFICATION_KINDS, type NotificationChoices } from '#domain/notifications.ts'
import { may } from '#domain/permissions.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { choicesQuery, notificationKeys, putChoices } from './notification-calls.ts'

const PLACES = ['bell', 'mail'] as const
type Place = (typeof PLACES)[number]

/** The kinds that only those are told of who work on inspections. */
const OF_TEAM: readonly string[] = ['review_late', 'report_ready', 'inspections']

/** The choice of what the user is told of where, folded up. Each change is stored at once. */
export function NotificationChoiceTable() {
  const text = useText()
  const id = useId()
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...choicesQuery, enabled: isOpen })
  const { mutate, isPending, variables } = useApiMutation<NotificationChoices, NotificationChoices>({
    name: ['user.set-notices', viewer.id],
    call: putChoices,
    invalidates: () => [notificationKeys.all()],
    failureToast: (error) => ({ title: text('notices.failed'), message: errorText(text, error) }),
  })
  const choices = isPending ? variables : query.data
  const inTeam = may(viewer, 'inspection.work', viewer.company_id)
  const kinds = ([...NOTIFICATION_KINDS, 'inspections'] as const).filter(
    (kind) => inTeam || !OF_TEAM.includes(kind),
  )

  return (
    <section className="sticky bottom-0 border-t border-hairline bg-surface px-3 py-2">
      <Button
        look="ghost"
        size="small"
        icon={Settings2}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text('notifications.choices')}
      </Button>
      {isOpen && (
        <div id={id} className="px-2 pt-1 pb-2">
          <LoadFailure query={query} title={text('notifications.failed')} />
          {choices && renderTable(choices)}
        </div>
      )}
    </section>
  )

  function renderTable(choices: NotificationChoices) {
    return (
      <table className="w-full text-body text-ink">
        <thead>
          <tr className="text-note text-ink-soft">
            <th scope="col" className="sr-only">
              {text('notifications.kind')}
            </th>
            {PLACES.map((place) => (
              <th key={place} scope="col" className="w-20 py-1 text-center font-medium">
                {text(`notifications.place.${place}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-t border-hairline">
              <th scope="row" className="py-1.5 text-left font-normal">
                {text(`notifications.kind.${kind}`)}
              </th>
              {PLACES.map((place) => (
                <td key={place} className="text-center">
                  {renderBox(choices, kind, place)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }

  function renderBox(choices: NotificationChoices, kind: keyof NotificationChoices, place: Place) {
    const values: Partial<Record<Place, boolean>> = choices[kind]
    const value = values[place]
    if (value === undefined) return null
    const label = `${text(`notifications.kind.${kind}`)}, ${text(`notifications.place.${place}`)}`
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        disabled={isPending}
        onChange={() => mutate({ ...choices, [kind]: { ...values, [place]: !value } })}
        className="size-4 cursor-pointer accent-action"
      />
    )
  }
}

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { AUDIT_ACTIONS, type AuditEntry } from '#domain/audit.ts'
import { usersQuery } from '#panel/api/users-query.ts'
import { Button } from '#panel/ui/button.tsx'
import { ComboboxField } from '#panel/ui/combobox-field.tsx'
import { SelectField } from '#panel/ui/select-field.tsx'
import { TextField } from '#panel/ui/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { useAuditAddress } from './audit-address.ts'

const ALL = 'all'
/** Stands for every person; no user has this id. */
const EVERYONE = 0

interface AuditFiltersProps {
  address: ReturnType<typeof useAuditAddress>
  /** The newest entry that fits; it knows the name of the record that the log is narrowed to. */
  newest: AuditEntry | undefined
}

/** The fields that narrow the log: who, what, when, and the record that a link has chosen. */
export function AuditFilters({ address, newest }: AuditFiltersProps) {
  const text = useText()
  const { chosen, isFiltered, filter, clear } = address
  const subject = subjectOf()
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <ComboboxField
        label={text('audit.person')}
        className="w-60"
        value={chosen.user_id === undefined ? EVERYONE : Number(chosen.user_id)}
        options={usePeople(chosen.user_id, newest)}
        onChange={(id) => filter({ user_id: id === EVERYONE ? undefined : String(id) })}
      />
      <SelectField
        label={text('audit.what')}
        className="w-64"
        value={chosen.action ?? ALL}
        options={[
          { value: ALL, label: text('filter.allActions') },
          ...AUDIT_ACTIONS.map((value) => ({ value, label: text(`audit.action.${value}`) })),
        ]}
        onChange={(value) => filter({ action: value === ALL ? undefined : value })}
      />
      <TextField
        type="date"
        label={text('audit.since')}
        className="w-40"
        value={chosen.from ?? ''}
        max={chosen.to}
        onChange={({ target }) => filter({ from: target.value || undefined })}
      />
      <TextField
        type="date"
        label={text('audit.until')}
        className="w-40"
        value={chosen.to ?? ''}
        min={chosen.from}
        onChange={({ target }) => filter({ to: target.value || undefined })}
      />
      {subject !== undefined && (
        <Button
          icon={X}
          onClick={() => filter({ turbine_id: undefined, record_kind: undefined, record_id: undefined })}
          aria-label={text('audit.record.remove', { name: subject })}
          className="max-w-80"
        >
          <span className="truncate">{text('audit.record.only', { name: subject })}</span>
        </Button>
      )}
      {isFiltered && (
        <Button look="ghost" onClick={clear}>
          {text('filter.clear')}
        </Button>
      )}
    </div>
  )

  function subjectOf(): string | undefined {
    if (chosen.turbine_id !== undefined) return newest?.turbine_name || chosen.turbine_id
    if (chosen.record_id !== undefined) return newest?.record_name || chosen.record_id
    return undefined
  }
}

/** The users, and the chosen person if that user is deleted. */
function usePeople(chosenId: string | undefined, newest: AuditEntry | undefined) {
  const text = useText()
  const { data: users = [] } = useQuery(usersQuery)
  const people = users.map(({ id, first_name, last_name }) => ({
    value: id,
    label: `${first_name} ${last_name}`,
  }))
  const id = Number(chosenId)
  if (chosenId !== undefined && !people.some(({ value }) => value === id)) {
    people.unshift({ value: id, label: newest?.user_name || newest?.user_email || chosenId })
  }
  return [{ value: EVERYONE, label: text('filter.everyone') }, ...people]
}

import { Activity, LockKeyhole } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'

export function SecurityNotice() {
  const text = useText()
  const points = [
    { icon: LockKeyhole, title: text('signIn.security.ssl'), line: text('signIn.security.ssl.line') },
    { icon: Activity, title: text('signIn.security.watch'), line: text('signIn.security.watch.line') },
  ]
  return (
    <section aria-label={text('signIn.security')} className="mt-8 rounded border border-hairline">
      <ul className="divide-y divide-hairline">
        {points.map(({ icon: Icon, title, line }) => (
          <li key={title} className="flex gap-3.5 px-4 py-3.5">
            <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-action" strokeWidth={1.75} />
            <p className="text-note">
              <span className="block font-medium text-ink">{title}</span>
              <span className="block text-ink-faint">{line}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

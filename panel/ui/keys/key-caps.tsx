/** The keys that are pressed for something, as they look on a keyboard. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys never change
          key={index}
          className="rounded border border-hairline-strong bg-surface-sunken px-1.5 font-sans text-note leading-5 font-medium whitespace-nowrap text-ink"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

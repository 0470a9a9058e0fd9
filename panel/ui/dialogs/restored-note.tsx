import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Says that the form shows what was typed before it was opened, and offers to begin again. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  const text = useText()
  return (
    <Banner
      tone="info"
      title={text('form.restored')}
      action={
        <Button size="small" variant="outline" onClick={onDiscard}>
          {text('form.restored.discard')}
        </Button>
      }
    >
      {text('form.restored.text')}
    </Banner>
  )
}

/** The element of a form that gets the focus when it opens: never the button of the note, which discards. True if there is no field. */
export function findFirstField(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>('form :is(input, textarea, select, [role=combobox])') ?? true
}

import { expect, it } from 'vitest'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { TurbineActionButtons } from '#panel/turbine-list/turbine-actions.tsx'
import { TurbineHeading } from '#panel/turbine-page/turbine-heading.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

let closeScreen: (() => void) | undefined

const PLACES = {
  card: (turbine: ReturnType<typeof answeredTurbine>) => (
    <TurbineActionButtons turbine={turbine} actions={{}} tabIndex={0} />
  ),
  heading: (turbine: ReturnType<typeof answeredTurbine>) => (
    <CommentDraftsProvider turbineId={turbine.id}>
      <TurbineHeading turbine={turbine} />
    </CommentDraftsProvider>
  ),
}

const named = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
it.each(
  (['card', 'heading'] as const).flatMap((place) =>
    (
      [
        ['tr', '360° görünüm', 'Henüz fotoğraf yok.', 'Bu türbinin 360° fotoğrafı yok.'],
        ['en', '360° view', 'No photos yet.', 'This turbine has no 360° photos.'],
      ] as const
    ).map((words) => [place, ...words] as const),
  ),
)('the 360° button of a %s says why it is off (%s)', async (place, language, name, none, flatOnly) => {
  await chooseLanguage(language)
  for (const [fields, reason] of [
    [{}, none],
    [{ photo_count: 3 }, flatOnly],
    [{ photo_count: 3, has_panorama: true }, undefined],
  ] as const) {
    closeScreen?.()
    closeScreen = openScreen(callerOf(), PLACES[place](answeredTurbine(1, fields))).close
    const found = () =>
      [...document.querySelectorAll('a, button')]
        .filter((each) => named(each) === name)
        .map((each) => [each.tagName, each.getAttribute('aria-description') ?? undefined])
    await expect.poll(found).toEqual([[reason === undefined ? 'A' : 'BUTTON', reason]])
  }
})

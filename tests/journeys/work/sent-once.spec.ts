import { holdAnswers, loseAnswers } from '../support/disturbances.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const COMMENTS = { method: 'POST', path: '/api/turbines/1/comments' }

test('a comment is written once: its drawer is closed and opened while it is sent, and its answer is lost', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, '/dashboard/turbine/1')
  const drawer = page.getByRole('dialog', { name: 'Yorumlar' })
  const field = drawer.getByRole('textbox', { name: 'Yeni yorum' })
  await page.getByRole('button', { name: /^Yorumlar/ }).click()

  await test.step('the drawer is closed and opened', async () => {
    const held = await holdAnswers(page, COMMENTS)
    await field.fill('Hücum kenarında çatlak')
    await field.press('Control+Enter')
    await expect.poll(() => held.requests.length).toBe(1)
    await drawer.getByRole('button', { name: 'Yorumları kapat' }).click()
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: /^Yorumlar/ }).click()
    await expect(drawer.getByRole('button', { name: 'Yorum ekle' })).toBeDisabled()
    // The next comment can be typed, but not sent yet.
    await field.fill('Ölçüsü 4 cm')
    await field.press('Control+Enter')
    await held.release()
    await expect(drawer.getByRole('listitem')).toHaveCount(1)
    await expect(field).toHaveValue('Ölçüsü 4 cm')
    expect(held.requests).toHaveLength(1)
    await page.unrouteAll()
  })

  await test.step('the answer is lost', async () => {
    await loseAnswers(page, COMMENTS, 1)
    await field.fill('Kök kaplamasında kabarma')
    // The list may show the comment before the form knows that it is written.
    await expect(drawer.getByRole('button', { name: 'Yorum ekle' })).toBeEnabled()
    await field.press('Control+Enter')
    await expect(drawer.getByRole('alert')).toBeVisible()
    await expect(field).toHaveValue('Kök kaplamasında kabarma')
    await field.press('Control+Enter')
    await expect(field).toHaveValue('')
    await expect(drawer.getByRole('listitem')).toHaveCount(2)
    await page.reload()
    await expect(drawer.getByRole('listitem')).toHaveCount(2)
  })
})

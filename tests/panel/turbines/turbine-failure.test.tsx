import { expect, it } from 'vitest'
import { failureOfAnswer, networkError, unreadableAnswer } from '#panel/api/request-error.ts'
import { TurbineFailure } from '#panel/turbine-page/turbine-failure.tsx'
import { callerOf, openScreen } from '../panel-screen.tsx'

const FAILED = 'Türbin bilgileri yüklenirken hata oluştu'
const refusal = { success: false, error: 'turbine_not_found', message: 'Türbin bulunamadı' }

it.each([
  ['an answer without a sentence', failureOfAnswer(500, '<!doctype html>', null), FAILED],
  ['an answer that cannot be read', unreadableAnswer(200, undefined), FAILED],
  ['an error of the panel', new TypeError('x is not a function'), FAILED],
  ['a lost network', networkError(), 'Ağ hatası. Lütfen bağlantınızı kontrol edin.'],
  ['a refusal of the server', failureOfAnswer(404, JSON.stringify(refusal), null), 'Türbin bulunamadı'],
])('a turbine that could not be loaded says so after %s', async (_, error, sentence) => {
  openScreen(callerOf(), <TurbineFailure error={error} retry={<button type="button">retry</button>} />)
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toContain(sentence)
  expect(document.body.textContent?.includes(FAILED)).toBe(sentence === FAILED)
  expect(document.body.textContent?.includes('retry')).toBe(sentence !== 'Türbin bulunamadı')
  expect(document.querySelector('[role=alert] h1')).not.toBeNull()
})

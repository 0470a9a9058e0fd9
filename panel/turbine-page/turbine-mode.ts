import { useState } from 'react'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'

/** Full shows every section of the turbine's page; simple shows two cards, for drone and operator photos. */
export const MODES = ['full', 'simple'] as const
export type TurbineMode = (typeof MODES)[number]

const PARAM = 'mode'

const stored = storedChoice<TurbineMode>({
  key: 'kanat.turbine-mode',
  choices: MODES,
  initial: () => 'full',
  withoutStorage: 'full',
})

/**
 * The mode of the turbine's page: the one in the address (`?mode=simple`), otherwise the one that the user had chosen last when the page
 * was opened. It does not follow another tab, because what a user is doing on the page would disappear.
 */
export function useTurbineMode(): [TurbineMode, (mode: TurbineMode) => void] {
  const { get, change } = useAddressParams()
  const [initial] = useState(() => stored.value.value)
  const named = MODES.find((mode) => mode === get(PARAM))
  const choose = (mode: TurbineMode) => {
    stored.choose(mode)
    change({ [PARAM]: mode }, { flushSync: true })
  }
  return [named ?? initial, choose]
}

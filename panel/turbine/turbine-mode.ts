import { useSignals } from '@preact/signals-react/runtime'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import { useAddressParams } from '#panel/ui/address-params.ts'

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

/** The mode of the turbine's page: the one in the address (`?mode=simple`), otherwise the one that the user chose last. */
export function useTurbineMode(): [TurbineMode, (mode: TurbineMode) => void] {
  useSignals()
  const { get, change } = useAddressParams()
  const named = MODES.find((mode) => mode === get(PARAM))
  const choose = (mode: TurbineMode) => {
    stored.choose(mode)
    change({ [PARAM]: mode })
  }
  return [named ?? stored.value.value, choose]
}

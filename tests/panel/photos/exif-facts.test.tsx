import { expect, it, vi } from 'vitest'
import { NO_EXIF, type Photo, type PhotoExif } from '#domain/photo.ts'
import { ExifFacts } from '#panel/photos/lightbox/exif-facts.tsx'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

/** The names and the values on the screen. */
async function shown(exif: PhotoExif, language: 'tr' | 'en'): Promise<Record<string, string>> {
  await chooseLanguage(language)
  vi.stubGlobal('fetch', async () => Response.json({ success: true, exif }))
  openScreen(callerOf(), <ExifFacts turbineId={1} photo={{ id: 2 } as Photo} />)
  await vi.waitFor(() => expect(document.querySelector('dl, section > p')).not.toBeNull())
  const facts = [...document.querySelectorAll('dl > div')].map((fact) => [
    fact.querySelector('dt')?.textContent ?? '',
    fact.querySelector('dd')?.textContent ?? '',
  ])
  return Object.fromEntries(facts)
}

const DRONE: PhotoExif = {
  ...NO_EXIF,
  camera: 'DJI M3E',
  lens: '24 mm f/2.8',
  focal_length: 12.29,
  focal_length_35mm: 24,
  gimbal: { pitch: -12.3, yaw: 184, roll: 0 },
  flight_yaw: 183.4,
  relative_altitude: 84.2,
}

it('shows the lens, the gimbal and the height of a drone in the numbers of the language', async () => {
  expect(await shown(DRONE, 'tr')).toEqual({
    Kamera: 'DJI M3E',
    Lens: '24 mm f/2.8, 12,3 mm (35 mm eşdeğeri 24 mm)',
    'Kalkış noktasına göre yükseklik': '84,2 m',
    'Gimbal açısı': '-12,3° (eğim), 184° (yön)',
    'Drone’un yönü': '183,4°',
  })
  document.body.replaceChildren()
  expect(await shown(DRONE, 'en')).toEqual({
    Camera: 'DJI M3E',
    Lens: '24 mm f/2.8, 12.3 mm (35 mm equivalent 24 mm)',
    'Height above take-off': '84.2 m',
    'Gimbal angle': '-12.3° (pitch), 184° (yaw)',
    'Drone heading': '183.4°',
  })
})

it.each<[fields: Partial<PhotoExif>, expected: Record<string, string>]>([
  [{ focal_length: 8.8 }, { Lens: '8.8 mm' }],
  [{ focal_length_35mm: 24 }, { Lens: '35 mm equivalent 24 mm' }],
  [{ lens: 'DL 35 mm' }, { Lens: 'DL 35 mm' }],
  [{ relative_altitude: 0 }, { 'Height above take-off': '0 m' }],
  [{ flight_yaw: 0 }, { 'Drone heading': '0°' }],
  [{ gimbal: { pitch: 0, yaw: null, roll: 1.5 } }, { 'Gimbal angle': '0° (pitch), 1.5° (roll)' }],
  [{ gimbal: { pitch: null, yaw: null, roll: 0 } }, { 'Gimbal angle': '0° (roll)' }],
  [
    { shown_range: { black: -5.25, white: 1234.5 } },
    {
      'Grey scale':
        'Black is -5.25 and below, white is 1,235 and above, values between them are grey. Places without a measurement are black, too. The unit is that of the file.',
    },
  ],
  [{}, {}],
])('shows what is known: %o', async (fields, expected) => {
  expect(await shown({ ...NO_EXIF, ...fields }, 'en')).toEqual(expected)
})

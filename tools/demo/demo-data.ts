import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import type { Role } from '#domain/permissions.ts'
import type { TurbineStatus } from '#domain/turbine.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'kanat123'

export interface DemoCompany {
  id: number
  name: string
  contact_email: string
  authorized_number: string
  phone: string
  address: string
}

/** Invented companies. Their phone numbers begin with zeros, which no real number does. */
export const COMPANIES: readonly DemoCompany[] = [
  {
    id: 1,
    name: 'Meltemkaya Enerji',
    contact_email: 'iletisim@meltemkaya.example',
    authorized_number: '+90 232 000 10 01',
    phone: '+90 232 000 10 00',
    address: 'Akdeniz Mah. Rüzgârlı Sok. No: 12, Konak / İzmir',
  },
  {
    id: 2,
    name: 'Turnayel Rüzgâr Santralleri',
    contact_email: 'bilgi@turnayel.example',
    authorized_number: '+90 286 000 20 01',
    phone: '+90 286 000 20 00',
    address: 'Barbaros Mah. Yelken Cad. No: 4, Merkez / Çanakkale',
  },
  {
    id: 3,
    name: 'Gökçeyel Elektrik Üretim',
    contact_email: 'destek@gokceyel.example',
    authorized_number: '+90 352 000 30 01',
    phone: '+90 352 000 30 00',
    address: 'Sahabiye Mah. Bozkır Cad. No: 27, Kocasinan / Kayseri',
  },
  {
    id: 4,
    name: 'Alazyel Enerji',
    contact_email: 'info@alazyel.example',
    authorized_number: '+90 326 000 40 01',
    phone: '+90 326 000 40 00',
    address: 'Cumhuriyet Mah. Amanos Sok. No: 8, Antakya / Hatay',
  },
]

export interface DemoUser {
  first_name: string
  last_name: string
  email: string
  role: Role
  company_id: number
}

/** The first one becomes user 1, the protected superadmin. */
export const USERS: readonly DemoUser[] = [
  user('Deniz', 'Aksoy', 'superadmin', 'superadmin', OPERATOR_COMPANY_ID),
  user('Elif', 'Yıldırım', 'admin', 'admin', 1),
  user('Murat', 'Kaplan', 'manager', 'company_manager', 1),
  user('Emre', 'Şahin', 'operator', 'operator', 1),
  user('Zeynep', 'Arslan', 'customer', 'customer', 1),
  user('Can', 'Öztürk', 'viewer', 'viewer', 1),
  user('Ayşe', 'Demir', 'admin2', 'admin', 2),
  user('Hakan', 'Koç', 'operator2', 'operator', 2),
  user('Burak', 'Çelik', 'customer2', 'customer', 2),
  user('Selin', 'Aydın', 'operator3', 'operator', 3),
  user('Derya', 'Güneş', 'customer3', 'customer', 3),
  user('Oğuz', 'Polat', 'operator4', 'operator', 4),
  user('Kerem', 'Tunç', 'customer4', 'customer', 4),
]

/** Users who may not sign in any more. */
export const FORMER_USERS: readonly DemoUser[] = [user('Nazlı', 'Eren', 'operator5', 'operator', 2)]

function user(first_name: string, last_name: string, name: string, role: Role, company_id: number): DemoUser {
  return { first_name, last_name, email: `${name}@kanat.example`, role, company_id }
}

export interface DemoTurbine {
  turbine_name: string
  code: string
  /** Lower case by Turkish rules, as the product's form stores it. */
  city: string
  location: string
  site_name: string
  coordinates: string
  rooms: number
  /** Metres from root to tip. */
  blade_length: number
  status: TurbineStatus
  manufacturer: string
  model: string
  serial_number: string
  /** Metres above the ground. */
  hub_height: number
  company_id: number
}

type Row = readonly [
  name: string,
  city: string,
  location: string,
  coordinates: string,
  rooms: number,
  status?: TurbineStatus,
]

/** Blades of common classes, in metres. Neighbours have the same ones. */
const BLADE_LENGTHS = [57, 45.3, 62.2, 53.2, 67, 49.1]

/** The made-up model with blades of each length, and the height of its hub in metres. */
const MODELS: Record<number, { model: string; hub_height: number }> = {
  45.3: { model: 'R-92', hub_height: 85 },
  49.1: { model: 'R-100', hub_height: 84.5 },
  53.2: { model: 'R-108', hub_height: 98 },
  57: { model: 'R-116', hub_height: 98.5 },
  62.2: { model: 'R-126', hub_height: 117 },
  67: { model: 'R-136', hub_height: 112 },
}
const MANUFACTURER = 'Alp Rüzgâr'

/** Six turbines of each company, in its region. */
const ROWS: readonly (readonly Row[])[] = [
  [
    ['Çeşme 1', 'izmir', 'Çeşme, Ildır sırtları', '38.3712,26.4519', 6],
    ['Çeşme 2', 'izmir', 'Çeşme, Ildır sırtları', '38.3745,26.4583', 6],
    ['Karaburun 1', 'izmir', 'Karaburun, Yaylaköy', '38.5846,26.4312', 9],
    ['Aliağa 1', 'izmir', 'Aliağa, Bozköy tepesi', '38.7621,26.9187', 3],
    ['Urla 1', 'izmir', 'Urla, Zeytineli', '38.2147,26.5208', 4, 'maintenance'],
    ['Bandırma 1', 'balıkesir', 'Bandırma, Edincik', '40.3318,27.8296', 9],
  ],
  [
    ['Gelibolu 1', 'çanakkale', 'Gelibolu, Fındıklı', '40.4937,26.7214', 6],
    ['Gelibolu 2', 'çanakkale', 'Gelibolu, Fındıklı', '40.4971,26.7282', 6],
    ['Ezine 1', 'çanakkale', 'Ezine, Geyikli', '39.8127,26.2218', 3],
    ['Şarköy 1', 'tekirdağ', 'Şarköy, Işıklar Dağı', '40.6835,27.1462', 5, 'faulty'],
    ['Keşan 1', 'edirne', 'Keşan, Koru Dağı', '40.7248,26.7351', 3],
    ['Silivri 1', 'istanbul', 'Silivri, Gümüşyaka', '41.1096,28.0214', 4],
  ],
  [
    ['Soma 1', 'manisa', 'Soma, Çevircek tepesi', '39.2684,27.6952', 6],
    ['Soma 2', 'manisa', 'Soma, Çevircek tepesi', '39.2719,27.7031', 6],
    ['Dinar 1', 'afyonkarahisar', 'Dinar, Kızıllı', '38.1263,30.2387', 7, 'offline'],
    ['Sandıklı 1', 'afyonkarahisar', 'Sandıklı, Kumalar Dağı', '38.5482,30.3769', 3],
    ['Yahyalı 1', 'kayseri', 'Yahyalı, Ağcaşar', '38.0416,35.3842', 5],
    ['Mucur 1', 'kırşehir', 'Mucur, Geycek', '39.1638,34.3517', 3],
  ],
  [
    ['Belen 1', 'hatay', 'Belen, Amanos geçidi', '36.4873,36.2094', 6],
    ['Belen 2', 'hatay', 'Belen, Amanos geçidi', '36.4915,36.2158', 6],
    ['Bahçe 1', 'osmaniye', 'Bahçe, Gökçedağ', '37.1829,36.6173', 9],
    ['Mut 1', 'mersin', 'Mut, Özlü sırtı', '36.7254,33.2916', 5],
    ['Iğdır 1', 'ığdır', 'Tuzluca, Perçenli', '40.0731,43.6284', 3, 'inactive'],
    ['Kangal 1', 'sivas', 'Kangal, Yellice', '39.3547,37.2261', 4],
  ],
]

export const TURBINES: readonly DemoTurbine[] = ROWS.flatMap((rows, company) =>
  rows.map(([name, city, location, coordinates, rooms, status], index) => {
    const number = String(company * 6 + index + 1).padStart(2, '0')
    const blade_length = BLADE_LENGTHS[(Math.floor(index / 2) + company) % BLADE_LENGTHS.length] ?? 57
    const { model, hub_height } = MODELS[blade_length] ?? { model: 'R-116', hub_height: 98.5 }
    return {
      turbine_name: name,
      code: `T${number}`,
      city,
      location,
      site_name: `${name.split(' ')[0]} RES`,
      coordinates,
      rooms,
      blade_length,
      status: status ?? 'active',
      manufacturer: MANUFACTURER,
      model,
      serial_number: `AR-${model.slice(2)}-0${number}`,
      hub_height,
      company_id: company + 1,
    }
  }),
)

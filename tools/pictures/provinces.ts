/** The 81 provinces by their Turkish name; the second name is that of the source, if it differs by more than Turkish letters. */
export const PROVINCES: readonly (readonly [turkish: string, source?: string])[] = [
  ...`Adana Adıyaman Afyonkarahisar Ağrı Aksaray Amasya Ankara Antalya Ardahan Artvin Aydın Balıkesir Bartın Batman Bayburt
  Bilecik Bingöl Bitlis Bolu Burdur Bursa Çanakkale Çankırı Çorum Denizli Diyarbakır Düzce Edirne Elazığ Erzincan Erzurum
  Eskişehir Gaziantep Giresun Gümüşhane Hakkari Hatay Iğdır Isparta İstanbul İzmir Karabük Karaman Kars Kastamonu Kayseri
  Kilis Kırklareli Kırşehir Kocaeli Konya Kütahya Malatya Manisa Mardin Mersin Muğla Muş Nevşehir Niğde Ordu Osmaniye Rize
  Sakarya Samsun Siirt Sinop Sivas Şanlıurfa Şırnak Tekirdağ Tokat Trabzon Tunceli Uşak Van Yalova Yozgat`
    .split(/\s+/)
    .map((name) => [name] as const),
  ['Kahramanmaraş', 'K. Maras'],
  ['Kırıkkale', 'Kinkkale'],
  ['Zonguldak', 'Zinguldak'],
]

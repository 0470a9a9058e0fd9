import { foldForSearch } from '#domain/text/turkish.ts'

// Common beginnings of passwords in Turkey. The list is short on purpose: the common passwords of the world are in
// `common-passwords.txt.gz`.

/** The provinces, after ISO 3166-2:TR (https://www.iso.org/obp/ui/#iso:code:3166:TR), and what some are called every day. */
const CITIES = `Adana Adıyaman Afyon Afyonkarahisar Ağrı Aksaray Amasya Ankara Antalya Ardahan Artvin Aydın Balıkesir Bartın Batman
  Bayburt Bilecik Bingöl Bitlis Bolu Burdur Bursa Çanakkale Çankırı Çorum Denizli Diyarbakır Düzce Edirne Elazığ Erzincan Erzurum
  Eskişehir Gaziantep Antep Giresun Gümüşhane Hakkari Hatay Iğdır Isparta İstanbul İzmir Kahramanmaraş Maraş Karabük Karaman Kars
  Kastamonu Kayseri Kırıkkale Kırklareli Kırşehir Kilis Kocaeli Konya Kütahya Malatya Manisa Mardin Mersin Muğla Muş Nevşehir Niğde
  Ordu Osmaniye Rize Sakarya Samsun Siirt Sinop Sivas Şanlıurfa Urfa Şırnak Tekirdağ Tokat Trabzon Tunceli Uşak Van Yalova Yozgat
  Zonguldak`

/** Clubs of the first league (https://www.tff.org), with what their supporters call them. */
const CLUBS = `Galatasaray Cimbom Aslan Fenerbahçe Fener Fenerli Kanarya Beşiktaş Karakartal Kartal Çarşı Trabzonspor Bursaspor Göztepe
  Başakşehir Antalyaspor Alanyaspor Konyaspor Kayserispor Sivasspor Rizespor Samsunspor Eyüpspor Kasımpaşa Gençlerbirliği Kocaelispor
  Adanademirspor Altay Karşıyaka Ankaragücü Eskişehirspor Ultraslan`

/** First names that are among the most common ones of the population register (https://www.nvi.gov.tr/isim-istatistikleri). */
const NAMES = `Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Recep
  Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin Orhan Bayram Serkan Burak Furkan Gökhan Uğur Yunus Enes Onur Arif
  Cemal Cem Can Kerem Eren Emir Arda Mert Berat Muhammed Muhammet Selim Sinan Tolga Volkan Ozan Barış Deniz Umut Kaan Efe Eymen
  Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Fadime Özlem Hacer Melek Yasemin
  Büşra Rabia Hülya Songül Sevim Kübra Dilek Leyla Derya Tuğba Gülsüm Ebru Ayşegül Gamze Gizem Seda Sibel Sevgi Selin Ece Ceren
  Eylül Defne Azra Nur Nisa İrem Pınar Burcu Aslı Nisanur`

/** Chosen by hand: words for "password", tenderness, faith and country. */
const WORDS = `şifre şifrem parola parolam deneme merhaba selam hoşgeldin yönetici kullanıcı internet bilgisayar telefon
  aşkım canım bebeğim hayatım sevgilim meleğim birtanem tatlım güzelim çiçek papatya kelebek gülüm prenses aşk sevgi hayat mutluluk
  seniseviyorum seviyorum seni annem babam kızım oğlum ailem
  allah bismillah inşallah maşallah elhamdülillah türkiye türk atatürk mustafakemal vatan bayrak osmanlı anadolu cumhuriyet`

/** All of them, folded by `foldForSearch`. */
export const TURKISH_WORDS: ReadonlySet<string> = new Set(
  [CITIES, CLUBS, NAMES, WORDS].join(' ').split(/\s+/).map(foldForSearch),
)

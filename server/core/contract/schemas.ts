import { Failure } from '#domain/answer.ts'
import { AuditEntry } from '#domain/audit.ts'
import { Comment, CommentChange, CommentDraft } from '#domain/comment.ts'
import { Company, CompanyChange, CompanyDraft } from '#domain/company.ts'
import { ContactMessage } from '#domain/contact.ts'
import { Finding, FindingChange, FindingDraft, ListedFinding } from '#domain/findings/finding.ts'
import { FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import { FindingSummary } from '#domain/findings/finding-summary.ts'
import { PhotoMeasuring, PhotoMeasuringChange } from '#domain/findings/photo-scale.ts'
import { DossierDraft, DossierJob } from '#domain/inspections/dossier.ts'
import { Seal, SigningKey } from '#domain/inspections/signing-key.ts'
import { NotificationsRead } from '#domain/notifications.ts'
import { Photo, PhotoExif, PhotoFields, PhotoLook } from '#domain/photo.ts'
import { PhotoArchive, PhotoArchiveDraft } from '#domain/photo-archive.ts'
import { PhotoMove } from '#domain/pictures/photo-move.ts'
import { FleetReport, Report, ReportChange, ReportFields } from '#domain/report.ts'
import { TurbineImport, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { Turbine, TurbineChange, TurbineDraft } from '#domain/turbine.ts'
import { Rejection, UploadFailure } from '#domain/upload.ts'
import {
  Credentials,
  OwnPasswordChange,
  OwnUser,
  PasswordDraft,
  PasswordResetRequest,
  User,
  UserChange,
  UserDraft,
} from '#domain/user.ts'
import { ACCOUNT_ANSWERS, ACCOUNT_BODIES } from './account-schemas.ts'
import { account, company, finding, key, person, place, report, scale, times, turbine } from './examples.ts'
import { INSPECTION_ANSWERS, INSPECTION_BODIES } from './inspection-schemas.ts'
import { INSTALLATION_ANSWERS, INSTALLATION_BODIES } from './installation-schemas.ts'
import { type Named, named } from './named-schema.ts'

/** Answer schemas. */
export const ANSWER_SCHEMAS: Named[] = [
  named('AuditEntry', AuditEntry, {
    id: 900,
    at: times.created_at,
    user_id: 12,
    user_name: 'Ada Yel',
    user_email: person.email,
    action: 'turbine.edit',
    record_kind: 'turbine',
    record_id: '41',
    record_name: place.code,
    record_exists: true,
    turbine_id: 41,
    turbine_name: turbine.turbine_name,
    turbine_exists: true,
    changed: ['rooms', 'status'],
    moved: null,
    reassigned: null,
    address: '203.0.113.7',
  }),
  named('Comment', Comment, {
    id: 5,
    user_id: 12,
    user_name: 'Ada Yel',
    comment: 'A crack at the leading edge.',
    finding_id: 310,
    finding_number: 'A-LE-001',
    audience: 'all',
    ...times,
  }),
  named('Company', Company, { id: 7, ...company, user_count: 4, turbine_count: 9, revision: 1 }),
  named('DossierJob', DossierJob, {
    id: 23,
    state: 'done',
    progress: 1,
    url: '/media/dossiers/mT3v0pYcJw5dQyq1Zr8KfB2uN7hXsLaE',
    year: 2026,
    version: 1,
    photos: 'originals',
    size: 2_520_190_331,
    error: null,
    message: null,
    is_own: true,
    created_at: times.created_at,
  }),
  named('Failure', Failure),
  named('Finding', Finding, finding),
  named('FindingImportResult', FindingImportResult, {
    accepted: 1,
    known: 0,
    refused: [{ line: 3, issues: [{ column: 'side', message: 'This value is not valid.' }] }],
    lines: [
      { line: 2, becomes: 'new', number: 'A-LE-001', remarks: [] },
      {
        line: 3,
        becomes: 'refused',
        number: null,
        remarks: [{ column: 'side', message: 'This value is not valid.' }],
      },
    ],
    ignored_columns: ['Inspector'],
  }),
  named('FindingSummary', FindingSummary),
  named('FleetFinding', ListedFinding, {
    ...finding,
    turbine_name: turbine.turbine_name,
    turbine_code: place.code,
    city: place.city,
    company_id: 7,
    company_name: company.name,
    time_zone: company.time_zone,
    newest: null,
  }),
  named('FleetReport', FleetReport, {
    ...report,
    turbine_id: 41,
    turbine_name: turbine.turbine_name,
    turbine_code: place.code,
    company_name: company.name,
  }),
  ...ACCOUNT_ANSWERS,
  ...INSPECTION_ANSWERS,
  ...INSTALLATION_ANSWERS,
  named('OwnUser', OwnUser, {
    ...account,
    must_change_password: false,
    must_enrol_factor: false,
    time_zone: company.time_zone,
  }),
  named('Photo', Photo, {
    id: 1024,
    key,
    file_path: key,
    url: `/media/${key}`,
    thumb_url: `/media/${key}?w=320`,
    originalName: 'nose.jpg',
    room: '1',
    blade: 'A',
    category: 'blade',
    year: 2026,
    month: 11,
    size: 8_412_077,
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    width: 8192,
    height: 5464,
    is_sphere: false,
    original_shown: true,
    looked_at: times.created_at,
    upload_date: times.created_at,
    lastModified: times.created_at,
    uploaded_by: 'Ada Yel',
    uploader_name: 'Ada Yel',
    uploader_email: person.email,
  }),
  named('PhotoArchive', PhotoArchive, {
    url: '/media/photo-archives/mT3v0pYcJw5dQyq1Zr8KfB2uN7hXsLaE',
    size: 20_190_331,
    expires_at: '2026-11-21T09:40:00.000Z',
  }),
  named('PhotoMeasuring', PhotoMeasuring, { scale }),
  named('PhotoExif', PhotoExif, {
    taken_at: '2026-11-21T09:30:00',
    camera: 'DJI FC6310',
    lens: 'DJI 24mm f/2.8',
    focal_length: 8.8,
    focal_length_35mm: 24,
    gps: { latitude: 38.585, longitude: 26.512, altitude: 96 },
    gimbal: { pitch: -12.3, yaw: 184, roll: 0 },
    flight_yaw: 183.4,
    relative_altitude: 84.2,
    shown_range: null,
  }),
  named('Rejection', Rejection, {
    name: 'notes.txt',
    error: 'unsupported_file',
    message: 'The file type is not supported, or the file is damaged.',
  }),
  named('Report', Report, report),
  named('SigningKey', SigningKey, {
    id: 'ab5a1f9d4d4d1c6f4f8d43b4ca1a3c8a3d3f0d26cbb2a2f0d1d3d9f4f1b57c11',
    public_key:
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
    from: times.created_at,
    until: null,
    revoked_from: null,
  }),
  named('Seal', Seal, {
    number: 1,
    sha256: '3f0d26cbb2a2f0d1d3d9f4f1b57c11ab5a1f9d4d4d1c6f4f8d43b4ca1a3c8a3d',
    previous: null,
    at: times.created_at,
  }),
  named('Turbine', Turbine, {
    id: 41,
    ...turbine,
    name: turbine.turbine_name,
    company_name: company.name,
    time_zone: company.time_zone,
    photo_count: 128,
    photo_years: [2026, 2025],
    newest_photo_at: '2026-11-21T09:30:00.000Z',
    cover_url: `/media/${key}?w=320`,
    has_panorama: true,
    new_photo_count: 12,
    new_publication_year: 2026,
    state: 'C',
    state_year: 2026,
    inspection_running: null,
    unsolved_finding_count: 3,
    revision: 1,
    ...times,
  }),
  named('TurbineImportResult', TurbineImportResult, {
    accepted: 1,
    changed: 0,
    known: 0,
    refused: [],
    lines: [
      {
        line: 2,
        becomes: 'new',
        code: 'T-08',
        remarks: [],
        differences: [],
        revision: null,
        applied: false,
      },
    ],
    ignored_columns: ['Remark'],
    free_columns: ['turbine_name', 'site_name'],
    swapped_coordinates: [],
  }),
  named('UploadFailure', UploadFailure),
  named('User', User, {
    ...account,
    last_sign_in_at: times.created_at,
    email_confirmed: true,
    has_second_factor: true,
    revision: 1,
    is_protected: false,
  }),
]

/** Schemas of JSON request bodies. */
export const BODY_SCHEMAS: Named[] = [
  named('CommentChange', CommentChange, { comment: 'A crack at the trailing edge.' }),
  named('CommentDraft', CommentDraft, { comment: 'A crack at the leading edge.' }),
  named('CompanyChange', CompanyChange, { phone: company.phone }),
  named('CompanyDraft', CompanyDraft, company),
  named('ContactMessage', ContactMessage, {
    name: 'Deniz Ak',
    email: 'deniz@ruzgar.example',
    phone: '+90 532 000 00 00',
    subject: 'Teklif',
    message: '24 türbinimiz var.',
  }),
  named('Credentials', Credentials, { email: person.email, password: 'rüzgâr-12' }),
  named('PhotoMeasuringChange', PhotoMeasuringChange, { scale }),
  named('DossierDraft', DossierDraft, { photos: 'originals', version: 1 }),
  named('FindingChange', FindingChange, { severity: 4, status: 'monitored' }),
  named('FindingDraft', FindingDraft, {
    photo_id: 1024,
    blade: 'A',
    type: 'le-erosion',
    side: 'LE',
    severity: 3,
    shape: finding.shape,
  }),
  named('FindingImport', FindingImport, {
    csv: 'blade,side,type,severity,place\nA,LE,le-erosion,3,34.6 to 37.1\n',
    distances_from: 'rotor_centre',
    hub_radius_m: 1.2,
    dry_run: true,
  }),
  ...ACCOUNT_BODIES,
  ...INSPECTION_BODIES,
  ...INSTALLATION_BODIES,
  named('NotificationsRead', NotificationsRead, { up_to: 512 }),
  named('OwnPasswordChange', OwnPasswordChange, { password: 'poyraz-34', current_password: 'rüzgâr-12' }),
  named('PasswordDraft', PasswordDraft, { password: 'rüzgâr-12' }),
  named('PasswordResetRequest', PasswordResetRequest, { email: person.email }),
  named('PhotoLook', PhotoLook, { looked: true }),
  named('PhotoMove', PhotoMove, { photo_ids: [1024, 1025], blade: 'B', year: 2026 }),
  named('PhotoArchiveDraft', PhotoArchiveDraft, { ids: [1024, 1025] }),
  named('ReportChange', ReportChange, { name: 'inspection-2026-signed.pdf' }),
  named('TurbineChange', TurbineChange, { ...place, rooms: 4, status: 'maintenance' }),
  named('TurbineDraft', TurbineDraft, turbine),
  named('TurbineImport', TurbineImport, {
    csv: 'code,city,location,coordinates\nT-08,izmir,Karaburun,"38.5901, 26.4377"\n',
    dry_run: true,
    columns: [{ head: 'Remark', column: null }],
  }),
  named('UserChange', UserChange, { role: 'customer', is_active: false }),
  named('UserDraft', UserDraft, { ...person, role: 'operator', password: 'rüzgâr-12' }),
]

/** Text fields beside the files of an upload. */
export const FORM_SCHEMAS: Named[] = [
  named('PhotoFields', PhotoFields, { room: '1', year: '2026', blade: 'A', category: 'blade' }),
  named('ReportFields', ReportFields, { year: '2026' }),
]

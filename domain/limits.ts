/** The business limits, each defined once, with its unit. */

/** Smallest and default number of rooms of a turbine. */
export const ROOMS_MIN = 1
export const ROOMS_DEFAULT = 3
/** The number of rooms in the room select. */
export const ROOMS_SELECTABLE = 25

/** Years before the current one in a year select. */
export const YEARS_BACK = 10
/** The earliest year of a photo or report. */
export const YEAR_MIN = 1980

export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 1000
/** How long a mailed password is valid, in milliseconds. */
export const MAILED_PASSWORD_MS = 60 * 60 * 1000
/** Minimum time between two mailed passwords of one account, in milliseconds. */
export const PASSWORD_MAIL_PAUSE_MS = 5 * 60 * 1000

/** Maximum sessions of one user. A new one ends the oldest. */
export const SESSIONS_PER_USER = 50
/** Maximum sessions of a user that await their second factor; opening another ends the oldest. */
export const WAITING_SESSIONS_PER_USER = 5
/** How long a sign-in waits for its second factor. */
export const FACTOR_WAIT_MS = 15 * 60 * 1000
/** How long a proof of identity allows changes of factors and of the e-mail address. */
export const PROOF_MS = 10 * 60 * 1000
export const RECOVERY_CODES = 10
export const PASSKEYS_PER_USER = 20
/** How long an invitation can be accepted. */
export const INVITATION_MS = 72 * 60 * 60 * 1000

/** Maximum entries of the register of seals in one answer: about 2 MB. */
export const SEALS_PER_ANSWER = 10_000

/** A finding that is due within so many days is due soon. */
export const DUE_SOON_DAYS = 30
/** How many days before the due date of a finding to notify. */
export const DUE_IN_DAYS = [DUE_SOON_DAYS, 7, 0] as const
/** How many of its worst findings the notification of a publication lists. */
export const WORST_FINDINGS_MAX = 3

/** How long a link for people without an account can be opened, in days. */
export const LINK_DAYS_DEFAULT = 30
export const LINK_DAYS_MAX = 90
/** Maximum stored places of a link; later ones are only counted. */
export const LINK_PLACES_MAX = 50
/** Maximum living links of one turbine. */
export const LINKS_PER_TURBINE = 100

/** How long an inspection may stay open before the board marks it, in days. */
export const INSPECTION_OPEN_DAYS = 30
/** The days of a review, unless the company sets others. */
export const REVIEW_DAYS_DEFAULT = 7

/** Longest comment, in characters. */
export const COMMENT_MAX_LENGTH = 10_000
/** Longest comment in the 360° viewer, in characters. Elsewhere longer ones are allowed. */
export const COMMENT_TYPED_MAX_LENGTH = 500
/** Characters of a comment that the panel shows before a user expands it. */
export const COMMENT_COLLAPSED_LENGTH = 100
/** How long an author may edit or delete a comment after writing it, in milliseconds. */
export const COMMENT_EDIT_WINDOW_MS = 60 * 60 * 1000

/** Longest notice of the operator, in characters. */
export const NOTICE_MAX_LENGTH = 200

/** Longest name, phone or subject of the contact form, in characters. */
export const CONTACT_LINE_MAX_LENGTH = 200
/** Longest message of the contact form, in characters. */
export const CONTACT_TEXT_MAX_LENGTH = 5000

/** How long the audit log is kept, in days: the technical logs of the privacy page. */
export const AUDIT_KEPT_DAYS = 365
/** Page size of the audit log. */
export const AUDIT_PAGE_SIZE = 100

/** Maximum findings of one turbine. */
export const FINDINGS_PER_TURBINE_MAX = 10_000
/** Page size of findings over several turbines. */
export const FINDINGS_PAGE_SIZE = 100
/** Number of findings that a page of places does not pass, unless one turbine has more. */
export const FINDING_PLACES_SIZE = 5000

/** Maximum reports in a search over several turbines. */
export const REPORTS_FOUND_MAX = 20

/** Maximum findings in one inspection report, each with its own page. */
export const REPORT_FINDINGS_MAX = 1000
/** Maximum unfinished inspection reports of one user. */
export const REPORTS_ORDERED_MAX = 20

/** Maximum unfinished dossiers of one user. */
export const DOSSIERS_ORDERED_MAX = 5
/** Maximum finished dossiers kept per user. One of 5,000 photos takes 2 MB in the database. */
export const DOSSIERS_KEPT_PER_USER = 5
/** How long a finished report or dossier job can be polled, and a dossier downloaded, in milliseconds. */
export const FILE_JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1000

export const MIB = 1024 * 1024
/** Largest JSON body, in bytes. */
export const JSON_BODY_MAX = 1024 * 1024
/** Largest JSON body of a call that needs no sign-in, in bytes. The longest message of the contact form has about 20,000. */
export const OPEN_JSON_BODY_MAX = 64 * 1024
/** Maximum values in a JSON body; the ids of `ARCHIVE_PHOTOS_MAX` photos are 10,000. */
export const JSON_VALUES_MAX = 20_000
/** Maximum nesting depth of a JSON body. */
export const JSON_DEPTH_MAX = 10
/** Maximum issues listed in an answer. */
export const ISSUES_LISTED_MAX = 20
/** Timeout of a JSON body, in milliseconds. */
export const JSON_BODY_TIMEOUT_MS = 30_000
/** The same for a call without a session, in milliseconds: such a body is short, and its sender can be anyone. */
export const OPEN_JSON_BODY_TIMEOUT_MS = 10_000
/** Largest single uploaded file, in bytes (`MAX_FILE_MB` overrides it). */
export const FILE_SIZE_MAX = 200 * MIB
/** Largest image, in pixels (`MAX_MEGAPIXELS` overrides it). */
export const IMAGE_PIXELS_MAX = 300_000_000
/** Maximum points of a point cloud. */
export const CLOUD_POINTS_MAX = 1_000_000_000
/** Maximum files that the panel takes at once, for example those of a folder. */
export const FILES_PICKED_MAX = 10_000
/** Maximum files in one upload request (`MAX_FILES` overrides it). */
export const FILES_PER_REQUEST_MAX = 100
/** Retention of a partial upload after its last part, in milliseconds. */
export const PARTIAL_UPLOAD_KEPT_MS = 24 * 60 * 60 * 1000
/** Maximum unfinished partial uploads of one user. */
export const PARTIAL_UPLOADS_PER_USER = 20
/** Longest file name of a photo, in characters; the store adds a prefix of 27 characters. */
export const FILE_NAME_MAX_LENGTH = 180

/** Largest photo whose original the panel shows, in pixels: a browser needs four bytes each. Larger ones are tiled. */
export const ORIGINAL_SHOWN_PIXELS_MAX = 64_000_000
/** Narrowest picture that can show a sphere, in pixels. A pixel of it is wider than one degree; no camera or program makes such spheres. */
export const SPHERE_WIDTH_MIN = 256

/** Widths of the derivatives of every uploaded image, in pixels. */
export const DERIVATIVE_WIDTHS = [2560, 1280, 320] as const
export type DerivativeWidth = (typeof DERIVATIVE_WIDTHS)[number]

/** Blade photos the panel sends in one request. */
export const BLADE_BATCH_FILES = 3
/** Photos of another category (drone, operator, robot) the panel sends in one request. */
export const CATEGORY_BATCH_FILES = 2
/** Maximum size of several photos of such a category in one request of the panel, in bytes. */
export const CATEGORY_BATCH_BYTES = 20 * MIB
/** Maximum photos of one archive. */
export const ARCHIVE_PHOTOS_MAX = 10_000
/** Maximum photos moved by one call. */
export const MOVED_PHOTOS_MAX = 10_000
/** How long an archive address is valid, in milliseconds. A running download continues. */
export const ARCHIVE_ADDRESS_MS = 10 * 60 * 1000
/** Maximum concurrent archive downloads of one user. */
export const ARCHIVES_PER_USER = 3
/** Maximum concurrent finding exports of one user. */
export const EXPORTS_PER_USER = 3
/** Photos in a comparison. */
export const COMPARE_LIMIT = 2

/** Maximum queued images, reports and thumbnails of one user. */
export const WORK_WAITING_PER_USER_MAX = 100
/** Concurrently examined files of one upload request. */
export const FILES_EXAMINED_AT_ONCE = 4

/** Pause of the panel between two upload requests, in milliseconds. */
export const UPLOAD_PAUSE_MS = 1000
/** Above this size, in bytes, the panel uses a resumable upload. */
export const RESUMABLE_FROM_BYTES = 20 * MIB
/** The part size, in bytes: at most this much is resent after a lost connection. */
export const UPLOAD_PART_BYTES = 8 * MIB
/** How long the panel lists skipped files, in milliseconds. */
export const FILE_NAME_WARNING_MS = 5000
/** Polling interval of the operator and drone pages, in milliseconds. */
export const PHOTO_POLL_MS = 15_000
/** How long the panel lists skipped reports, in milliseconds. */
export const REPORT_WARNING_MS = 8000
/** The minimum and maximum zoom of an open photo, as multiples of the fitted size. */
export const ZOOM_MIN = 0.5
export const ZOOM_MAX = 5
/** The factor of a zoom step. */
export const ZOOM_STEP = 1.5
/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 3000

/** The panel needs a window wider than this, in CSS pixels. */
export const MOBILE_MAX_WIDTH_PX = 768
/** How long the panel shows that a page is forbidden before it opens the turbine list, in milliseconds. */
export const NO_ACCESS_NOTICE_MS = 2000
/** Interval of the sign-in page's carousel, in milliseconds. */
export const LOGIN_CAROUSEL_MS = 6500

/** Timeout of API calls in the panel, in milliseconds. */
export const API_TIMEOUT_MS = 10_000
/** Polling interval of a report or dossier job, in milliseconds. */
export const FILE_JOB_POLL_MS = 1000
/** Timeout of one upload request of the panel, in milliseconds. */
export const PHOTO_UPLOAD_TIMEOUT_MS = 30 * 60 * 1000

/** The operator's own company, hidden from lists. */
export const OPERATOR_COMPANY_ID = 999

/** Interval of the landing page's slideshow, in milliseconds. */
export const SLIDESHOW_MS = 3000

/** The server's time limit for handing a contact message to the mail server, in milliseconds. */
export const CONTACT_MAIL_TIMEOUT_MS = 40_000
/** Timeout of the contact form, in milliseconds. Longer than the server's, so that no message is sent twice. */
export const CONTACT_TIMEOUT_MS = 60_000
/** How long the contact form simulates sending without an endpoint, in milliseconds. */
export const CONTACT_SIMULATED_SEND_MS = 2000
/** How long the contact form shows its success, in milliseconds. */
export const CONTACT_SENT_BANNER_MS = 3000

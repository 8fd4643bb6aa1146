export const QUESTION_POINTS = { min: 1, max: 100, formDefault: 5, bulkDefault: 1 } as const

/** Seconds. */
export const QUESTION_TIME_LIMIT = { min: 10, max: 300, formDefault: 30, bulkDefault: 60 } as const

/** Comments on content: characters, mentions in one, replies in a thread, and all on one question or entry. */
export const COMMENT_LIMITS = { length: 2_000, mentions: 10, replies: 50, perContent: 500 } as const

/** How often a page reports that it has content open, and how long a report counts, in milliseconds. */
export const PRESENCE = { heartbeat: 7_000, expiry: 20_000 } as const

/**
 * The limits of an uploaded image: bytes of a file, bytes of an SVG, pixels in all, and pixels of a side. Decoding takes
 * time for each pixel, however few bytes they have. Photos of phones and screenshots of 5K displays are below it.
 */
export const IMAGE_MAX = { bytes: 10_485_760, svgBytes: 524_288, pixels: 16_000_000, side: 16_000 } as const

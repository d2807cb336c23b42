/** Counting stops here, and screens show 'more than'. */
export const MAX_COUNTED = 10_000

/** Test mails of one administrator in an hour. */
export const TESTS_AN_HOUR = 20

/** Counting stops here, and screens show 'more than'. */
export const MAX_COUNTED = 10_000

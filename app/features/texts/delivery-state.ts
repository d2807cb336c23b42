/** Nothing is counted further than that: a screen says 'more than'. */
export const MOST_COUNTED = 10_000

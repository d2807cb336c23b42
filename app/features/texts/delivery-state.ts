/** Nothing is counted further than that: a screen says 'more than'. */
export const MAX_COUNTED = 10_000
